"""What an administrator does once in a new Tryton: company, chart, years, and the technical user of the export."""

import datetime
import os
import sys
from decimal import Decimal

from proteus import Model, Wizard, config

einstellung = config.set_trytond("tryton", user="admin", config_file=sys.argv[1])
modell = Model.get


def einzig(name, *bedingungen):
    return modell(name).find(list(bedingungen), limit=1)[0]


def verweis(modul, kennung):
    return einzig("ir.model.data", ("module", "=", modul), ("fs_id", "=", kennung)).db_id


def lege_an(art, /, **werte):
    satz = modell(art)(**werte)
    satz.save()
    return satz


deutsch = einzig("ir.lang", ("code", "=", "de"))
euro = lege_an(
    "currency.currency", name="Euro", code="EUR", numeric_code="978", symbol="€", rounding=Decimal("0.01"), digits=2
)
for name, code in (("Deutschland", "DE"), ("Österreich", "AT"), ("Niederlande", "NL")):
    lege_an("country.country", name=name, code=code)

# The company, as the assistant of the first start makes it.
partei = modell("party.party")(name="Musterpacht Treuhand GmbH", lang=deutsch)
partei.addresses[0].street = "Marktplatz 1"
partei.addresses[0].postal_code = "99084"
partei.addresses[0].city = "Erfurt"
partei.save()
assistent = Wizard("company.company.config")
assistent.execute("company")
assistent.form.party, assistent.form.currency = partei, euro
assistent.execute("add")
mandant = einzig("company.company", ("party", "=", partei.id))
# Else a posted invoice to a lessee cannot be cancelled.
mandant.cancel_invoice_out = True
mandant.save()
verwalter = einzig("res.user", ("login", "=", "admin"))
verwalter.companies.append(modell("company.company")(mandant.id))
verwalter.company = modell("company.company")(mandant.id)
verwalter.save()
einstellung._context = dict(modell("res.user").get_preferences(True, {}), company=mandant.id)

# SKR03.
plan = Wizard("account.create_chart")
plan.execute("account")
plan.form.account_template = modell("account.account.template")(verweis("account_de_skr03", "root_de"))
plan.form.company = mandant
plan.execute("create_account")
plan.form.account_receivable = einzig("account.account", ("code", "=", "1400"))
plan.form.account_payable = einzig("account.account", ("code", "=", "1600"))
plan.execute("create_properties")

# Three years around today, with gapless numbers for each kind of document.
art_buchung = verweis("account", "sequence_type_account_move")
art_beleg = verweis("account_invoice", "sequence_type_account_invoice")
heute = datetime.date.today()
for jahr in range(heute.year - 1, heute.year + 2):
    buchungen = lege_an("ir.sequence", name="Buchung %d" % jahr, sequence_type=art_buchung, company=mandant)
    geschaeftsjahr = modell("account.fiscalyear")(
        name=str(jahr),
        company=mandant,
        start_date=datetime.date(jahr, 1, 1),
        end_date=datetime.date(jahr, 12, 31),
        post_move_sequence=buchungen,
    )
    kreise = geschaeftsjahr.invoice_sequences[0]
    for feld, kuerzel in (
        ("out_invoice_sequence", "RE"),
        ("out_credit_note_sequence", "GS"),
        ("in_invoice_sequence", "ER"),
        ("in_credit_note_sequence", "EG"),
    ):
        kreis = lege_an(
            "ir.sequence.strict",
            name="%s %d" % (kuerzel, jahr),
            sequence_type=art_beleg,
            company=mandant,
            prefix="%s%d-" % (kuerzel, jahr),
            padding=5,
        )
        setattr(kreise, feld, kreis)
    geschaeftsjahr.save()
    geschaeftsjahr.click("create_period")

# The technical user: accounting and parties, nothing else.
gruppen = [verweis("account", "group_account"), verweis("party", "group_party_admin")]
benutzer = modell("res.user")(
    name="Pachtverwaltung", login="export", password=os.environ["TRYTON_EXPORT_GEHEIMNIS"], language=deutsch
)
for gruppe in gruppen:
    benutzer.groups.append(modell("res.group")(gruppe))
benutzer.companies.append(modell("company.company")(mandant.id))
benutzer.company = modell("company.company")(mandant.id)
# Else only the user's current company is visible, whatever company a request names.
benutzer.company_filter = "all"
benutzer.save()
