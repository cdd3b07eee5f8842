"""An index in memory over places of a site: what a reader types is looked up without asking a database."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from math import log
from typing import NamedTuple

from content.search.synonyms import in_one_word, synonyms
from content.search.words import STOP, is_swap, one_slip, parts, stem, without_one, words

MOST_CHARS = 200
MOST_WORDS = 24
MOST_LETTERS = 40
"""So much of a query is read; what is longer is no word, and costly to take apart."""
LEAST_FOR_SLIPS = 4
LEAST_FOR_PREFIX = 3
LEAST_COMPOUND = 7
TITLE, HEADING, PAGE, TEXT = 5.0, 4.0, 0.7, 1.0
"""What a word counts for: in a page's title, in the section's heading, in the title above it, in the text."""
SMALL = 0.2
"""What a small word (“must I …”) weighs beside one that says what is meant."""
SYNONYM, BESIDE, PART, SLIP, PREFIX = 0.8, 0.65, 0.6, 0.6, 0.5
"""What is left where something else stands for a word; `BESIDE`: a synonym of a word that is ours, too."""
WHOLE = 1.4
"""So much more counts a place whose heading is just what was asked for."""
OWN = 0.7
"""What is worth less than this beside the best is no measure of how rare a word is."""
AGAIN = 0.5
"""How much more a word counts each time it is asked for again."""
BARE = 0.3
"""So little counts a heading with nothing below it but other headings."""


Terms = dict[str, float]


class Place(NamedTuple):
    """What can be found: the page it is on, its own heading ("" at the top of a page), its words."""

    url: str
    page: str
    heading: str
    words: str
    weight: float = 1.0


class Found(NamedTuple):
    """A place, how well it fits, and the stems that made it fit."""

    place: Place
    score: float
    stems: frozenset[str]


class Index:
    """All places of one language; built once, then only read."""

    def __init__(self, language: str, places: Iterable[Place]) -> None:
        self.language, self.places = language, list(places)
        self.synonyms = synonyms(language)
        everything = {word for place in self.places for word in words(" ".join(place[1:4]))}
        self.known = frozenset(stem(word, language) for word in everything)
        self.parts = {word: self._split(word) for word in everything}
        self.at: defaultdict[str, dict[int, float]] = defaultdict(dict)
        self.headings = [self._meant(place.heading or place.page) for place in self.places]
        for number, place in enumerate(self.places):
            for term, count in self._counts(place).items():
                self.at[term][number] = count
        self.sorted = sorted(self.known)
        self.near: defaultdict[str, list[str]] = defaultdict(list)
        for word in everything | self.known:
            if len(word) >= LEAST_FOR_SLIPS - 1:
                for key in without_one(word):
                    self.near[key].append(word)

    def _split(self, word: str) -> tuple[str, ...]:
        """A compound's parts."""
        return tuple(parts(word, self.language, self.known)) if len(word) >= LEAST_COMPOUND else ()

    def _meant(self, heading: str) -> frozenset[str]:
        return frozenset(
            stem(word, self.language) for word in words(heading) if word not in STOP[self.language]
        )

    def _counts(self, place: Place) -> dict[str, float]:
        counts: defaultdict[str, float] = defaultdict(float)
        worth = place.weight if place.words else place.weight * BARE
        own = place.heading or place.page
        fields = [(own, HEADING if place.heading else TITLE), (place.words, TEXT)]
        if place.heading:
            fields.append((place.page, PAGE))
        for said, weight in fields:
            for term, share in self._shares(said).items():
                counts[term] += weight * share * worth
        return counts

    def _shares(self, said: str) -> dict[str, float]:
        """How much each term makes of a text: more where it is said again, less where much else is said."""
        seen: defaultdict[str, float] = defaultdict(float)
        heard = words(said)
        for word in heard:
            seen[stem(word, self.language)] += 1
            for part in self.parts[word]:
                seen[part] += PART
        meaning = sum(word not in STOP[self.language] for word in heard)
        damp = 0.6 + 0.02 * meaning if meaning > 12 else 0.3 + 0.045 * meaning
        return {term: count / (count + damp) for term, count in seen.items()}

    def find(self, query: str) -> list[Found]:
        """Places by how well they fit, the best first."""
        asked = list(self._asked(query))
        scores: defaultdict[int, float] = defaultdict(float)
        covered: defaultdict[int, float] = defaultdict(float)
        for terms, weight in asked:
            for number, value in self._values(terms).items():
                scores[number] += value * weight
                covered[number] += weight
        all_of_it = sum(weight for _, weight in asked)
        stems = frozenset(term for terms, weight in asked for term in terms if weight > SMALL)
        for number in scores:
            whole = WHOLE if self._is_whole(self.headings[number], asked) else 1.0
            scores[number] *= whole * (covered[number] / all_of_it) ** 1.5
        found = (Found(self.places[number], score, stems) for number, score in scores.items())
        return sorted(found, key=lambda one: -one.score)

    def _is_whole(self, heading: frozenset[str], asked: list[tuple[Terms, float]]) -> bool:
        """Whether heading and query consist of the same words."""
        big = [terms for terms, weight in asked if weight > SMALL]
        return all(any(term in terms for terms in big) for term in heading) and all(
            not heading.isdisjoint(terms) for terms in big
        )

    def _asked(self, query: str) -> Iterator[tuple[Terms, float]]:
        """What is looked for, and how much each of it says; small words say little beside others."""
        typed = [word for word in words(query[:MOST_CHARS]) if len(word) <= MOST_LETTERS]
        said = in_one_word(typed, self.language)
        heard = Counter(said[:MOST_WORDS])
        small = STOP[self.language] if any(word not in STOP[self.language] for word in heard) else ()
        told: set[str] = set()
        for word, times in heard.items():
            if stem(word, self.language) in told:  # “liegt … legen” is one thing, not two
                continue
            for terms in self._stands_for(word):
                told.update(terms)
                again = 1 + AGAIN * (times - 1)
                yield terms, SMALL if word in small else self._rarity(terms) * again

    def _stands_for(self, word: str) -> list[Terms]:
        """Terms of the index that stand for a word, and how well each does; of a new compound each part."""
        terms = dict(self._same(stem(word, self.language)))
        found = self._split(word)
        if terms:
            return [dict.fromkeys(found, PART) | terms]
        if found:
            return [dict(self._same(part)) for part in found]
        return [like] if (like := dict(self._like(word))) else []

    def _same(self, term: str, worth: float = 1.0) -> Iterator[tuple[str, float]]:
        ours = term in self.known
        for other in self.synonyms.get(term, ()):
            if other in self.known:
                yield other, worth * (BESIDE if ours else SYNONYM)
        if ours:
            yield term, worth

    def _like(self, word: str) -> Iterator[tuple[str, float]]:
        """Nothing is called so: one slip of the finger away, or a word that only begins so."""
        term = stem(word, self.language)
        if len(word) >= LEAST_FOR_SLIPS and (slips := self._slips(word, term)):
            for one in slips:
                yield from self._same(one, SLIP)
            return
        if len(term) >= LEAST_FOR_PREFIX:
            at = bisect_left(self.sorted, term)
            while at < len(self.sorted) and self.sorted[at].startswith(term):
                yield self.sorted[at], PREFIX
                at += 1

    def _slips(self, word: str, term: str) -> list[str]:
        """Stems of words one slip away; letters swapped are likelier than letters that are others."""
        near = {
            one
            for written in (word, term)
            for key in without_one(written)
            for one in self.near.get(key, ())
            if one_slip(written, one) and (len(word) > LEAST_FOR_SLIPS or one[0] == word[0])
        }
        swapped = {one for one in near if is_swap(one, word) or is_swap(one, term)}
        meant = {stem(one, self.language) for one in swapped or near if one not in STOP[self.language]}
        return sorted(meant & self.known)

    def _rarity(self, terms: Terms) -> float:
        """What few places have says more."""
        best = max(terms.values())
        places = set[int]().union(*(self.at[term] for term, worth in terms.items() if worth > best * OWN))
        return log(1 + len(self.places) / max(1, len(places)))

    def _values(self, terms: Terms) -> dict[int, float]:
        """What the best of several terms is worth at each place."""
        values: dict[int, float] = {}
        for term, worth in terms.items():
            for number, count in self.at[term].items():
                values[number] = max(values.get(number, 0.0), worth * count)
        return values
