"""Different words for one thing: of other regions, other packs, other games, the other language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from content.search.words import stem

# Each line is words that stand for each other, in any form; a word may stand in several lines.
LINES = {
    "de": """
        bube buben jack unter bauer wenzel j b
        dame ober queen q
        könig king k
        ass as asse daus ace
        kreuz eichel treff clubs ♣
        pik schippe laub grün blatt spades ♠
        herz rot hearts ♥
        karo schellen eckstein diamonds ♦
        sechs 6 six
        sieben 7 siebener seven +2
        acht 8 achter eight
        neun 9 nine
        zehn 10 ten
        zwei 2 two zweite zweiten
        drei 3 three dritte dritten
        vier 4 four vierte vierten
        fünf 5 five
        fertig aufhören beenden schließen letzte letzten
        gilt gelten bleibt bestehen endet enden vorbei
        aussetzen aussetzer aussetzt ausgesetzt skip überspringen übersprungen auslassen
        ziehen zieht gezogen aufnehmen nehmen draw pick strafziehen
        legen legt gelegt ablegen spielen ausspielen lay play
        passen passt pass weitergeben
        wünschen wünscht gewünscht wunsch wunschkarte farbwahl wild wish +4
        richtung richtungswechsel rückwärts umdrehen reverse
        ablage ablagestapel ablegestapel abwurfstapel discard
        stapel stock talon ziehstapel nachziehstapel deck
        blatt deck kartenspiel pack
        mischen mischt gemischt shuffle
        mau maumau uno
        strafe strafkarte strafkarten fällig fällige penalty
        vergessen vergisst vergaß forget forgot
        anfangen anfängt fängt beginnen beginnt beginn start startet
        geben gibt geber austeilen verteilen deal dealer
        gewinnen gewinnt gewonnen sieg sieger gewinner win
        verlieren verliert verloren verlierer
        punkte punkt wertung zählen zählt zählweise augen score points
        zeit zeitlimit uhr bedenkzeit sekunden time timer
        ablaufen abläuft abgelaufen
        bot bots computer computergegner ki gegner cpu
        freunde freund familie einladen einladung einladungslink link friends
        konto account anmelden anmeldung registrieren registrierung login
        kostenlos kosten kostet gratis umsonst geld werbung free
        handy smartphone telefon mobil iphone android tablet gerät
        schummeln betrügen betrug fair ehrlich manipuliert cheat
        spieler mitspieler leute personen teilnehmer
        regel regeln rules anleitung spielanleitung spielregeln
        variante varianten spielart spielarten version
        hausregel hausregeln sonderregel sonderregeln
        sonderkarte sonderkarten aktionskarte aktionskarten spezialkarte funktionskarte
        kombination kombinationen mehrere
        zuschauen zuschauer zusehen beobachten
        daten datenschutz privatsphäre cookie cookies gespeichert
        ausdrucken drucken druck pdf
        tipp tipps trick tricks taktik strategie
        hinweis hilfe tipp hint
        rückblick analyse auswertung review nachbesprechung
        labor testen test ausprobieren probieren simulation simulieren lab
        üben übung übungen lernen training
        leer alle aufgebraucht
        verlassen aussteigen abbrechen gehen rausgehen
        dazwischenwerfen zwischenwerfen reinwerfen jump
    """,
    "en": """
        jack jacks unter under knave j
        queen ober over q
        king k
        ace aces
        acorns acorn eichel ♣
        spade spades leaves leaf laub ♠
        heart hearts ♥
        diamond diamonds bells schellen ♦
        six 6 sixes
        seven 7 sevens +2 sieben
        eight 8 eights
        nine 9 nines
        ten 10 tens
        two 2 second
        three 3 third
        four 4 fourth
        five 5
        finish finishing last
        hold holds stand stands stay stays end ends gone over
        skip skipped skips miss misses aussetzen
        draw drew drawn pick take takes ziehen
        lay laid play played put discard
        pass passes
        wish wishes wild choose chosen call name nominate wünschen +4
        reverse direction backwards turned
        discard pile
        stock deck drawpile stockpile talon
        deck pack cards
        shuffle shuffled shuffling mix
        mau maumau uno
        penalty penalties punishment
        forget forgot forgotten forgets
        begin begins beginning start starts
        deal deals dealer dealt
        win wins won winner winning
        lose loses lost loser
        point points score scoring scores count worth value
        time clock timer timeout seconds limit
        bot bots computer ai cpu opponent opponents robot
        hint hints advice clue
        review analysis lookback
        lab test testing simulate simulation experiment laboratory
        friend friends family invite invitation link
        account register registration login signup
        free cost costs price money ads
        phone mobile smartphone iphone android tablet device devices
        cheat cheating fair fairness rigged honest
        player players people persons
        rule rules instructions
        variant variants version versions kinds
        combination combinations several multiple
        watch watching spectator spectate spectators
        data privacy cookie cookies stored
        print printing printable pdf
        tip tips trick tricks strategy tactics
        practice practise exercise exercises learn
        empty out
        leave leaving quit exit
        crazy switch
    """,
}

# Several words that say together what fewer of ours say.
PHRASES = {
    "de": {"nur noch eine karte": "mau letzte karte", "nur noch": "nichts mehr"},
    "en": {
        **dict.fromkeys(("draw pile", "draw stack", "draw deck"), "stock"),
        **dict.fromkeys(("pick up", "picking up"), "drawing"),
        **dict.fromkeys(("run out", "runs out"), "empty"),
    },
}
MANY: dict[str, dict[str, tuple[str, ...]]] = {
    "de": {
        "fünf": ("zu fünft", "fünf spieler", "fünf leute", "fünf personen"),
        "sechs": ("zu sechst", "sechs spieler", "sechs leute", "sechs personen"),
        "sieben": ("zu siebt", "sieben spieler", "sieben leute", "sieben personen"),
        "acht": ("zu acht", "acht spieler", "acht leute", "acht personen"),
    },
    "en": {
        number: (f"{number} players", f"{number} people", f"{number} of us")
        for number in ("five", "six", "seven", "eight")
    },
}
ASKED_OF_MANY = {"de": "mitspielen", "en": "players many"}
"""Who says they are five asks whether so many can play; two to four always can."""


@cache
def _phrases(language: str) -> Mapping[str, str]:
    many = {
        phrase: f"{number} {ASKED_OF_MANY[language]}"
        for number, said in MANY[language].items()
        for phrase in said
    }
    return PHRASES[language] | many


def in_one_word(heard: Sequence[str], language: str) -> list[str]:
    """The words of a query; what is said in several words is put in those of the site."""
    said = f" {' '.join(heard)} "
    for phrase, ours in _phrases(language).items():
        said = said.replace(f" {phrase} ", f" {ours} ")
    return said.split()


@cache
def synonyms(language: str) -> Mapping[str, tuple[str, ...]]:
    """By stem: the stems that stand for it."""
    found: dict[str, dict[str, None]] = {}
    for line in LINES[language].split("\n"):
        stems = [stem(word, language) for word in line.split()]
        for one in stems:
            found.setdefault(one, {}).update(dict.fromkeys(stems))
    return {one: tuple(other for other in others if other != one) for one, others in found.items()}
