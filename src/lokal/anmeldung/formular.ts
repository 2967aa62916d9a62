const alsHtml = (inhalt: string): string => `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pachtverwaltung: lokale Anmeldung</title>
<link rel="icon" href="data:,">
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 12vh auto 0; max-width: 26rem; padding: 0 1rem; color: #1c2a22; }
h1 { font-size: 1.4rem; }
button { display: flex; justify-content: space-between; width: 100%; margin: .5rem 0; padding: .7rem 1rem; font: inherit;
  text-align: left; background: #fff; border: 1px solid #b9c7be; border-radius: .4rem; cursor: pointer; }
button:hover, button:focus { border-color: #2f6b4a; background: #f1f6f3; }
small { color: #5b6b62; }
</style>
</head>
<body>
${inhalt}
</body>
</html>
`;

export const hinweisAbgelaufen = alsHtml(`<h1>Die Anmeldung ist abgelaufen</h1>
<p>Bitte in der Anwendung noch einmal beginnen.</p>`);

/** The names to choose from. All values are ours, so nothing needs escaping. */
export function anmeldeformular(uid: string, benutzer: readonly { login: string; name: string }[]): string {
  return alsHtml(`<h1>Pachtverwaltung</h1>
<p>Lokale Anmeldung ohne Passwort. Wer meldet sich an?</p>
<form method="post" action="/anmeldung/${uid}">
${benutzer.map(({ login, name }) => `<button name="login" value="${login}">${name} <small>${login}</small></button>`).join("\n")}
</form>`);
}
