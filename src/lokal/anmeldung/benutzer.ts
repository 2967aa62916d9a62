/** Who may sign in locally, without a password. `rollen` is the claim that the service reads. */
export const benutzer = [
  { login: "administrator", name: "Katharina Brandt", rollen: ["administrator"] },
  { login: "verwalter", name: "Thomas Ahlers", rollen: ["verwalter"] },
  { login: "mitarbeiter", name: "Julia Mertens", rollen: ["mitarbeiter"] },
  { login: "pruefer", name: "Dr. Henning Voß", rollen: ["pruefer"] },
  { login: "ohne-rolle", name: "Nils Petersen", rollen: [] },
] as const;
