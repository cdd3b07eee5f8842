"""What can be done with a match. Everything that changes one goes through `commit`.

Functions here talk to the database: call them in a thread, not on an event loop.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.conf import settings
from django.db import IntegrityError, transaction

from game import engine, store
from game.clock import now_ms
from game.draft import Draft, Refused
from game.due import schedule
from game.engine import RuleSet
from game.hub import due_changed, hub, presence, writing
from game.models import Guest, Match, Watcher, fresh_ref, new_id
from game.referee import CLIENT_WORDS, PLAY_WORDS, judge
from game.snapshot import Snapshot, Transition
from game.store import Conflict, NoMatch
from game.talk import ServiceError, chat, chat_count, chat_since, clean_chat

ID_LENGTH = 64
ATTEMPTS = 10
AWAY_MS = 60_000
"""Who asked for a seat and is away longer gets none for now."""

chance: random.Random = random.SystemRandom()


@dataclass(frozen=True)
class Player:
    """Who is to sit down: a guest, or a bot of some strength."""

    name: str
    guest: Guest | None = None
    bot: str | None = None


@dataclass(frozen=True)
class Ack:
    """Done, and committed, with version `v`."""

    v: int


@dataclass(frozen=True)
class Nack:
    """Nothing changed; the match is at version `v`."""

    code: str
    v: int


def new_seed() -> bytes:
    """32 bytes nobody can know before."""
    return secrets.token_bytes(32)


# -- the one function that writes ---------------------------------------------------------------


def commit(wanted: Transition, now: int | None = None) -> Ack | Nack:
    """Judge and write one transition: commit, then memory, then the announcement, then the answer.

    The same action id of a seat gets its first answer again. Raises NoMatch.
    """
    moment = now_ms() if now is None else now
    for _ in range(ATTEMPTS):
        try:
            with writing, transaction.atomic():
                answer, draft = _judge_and_write(wanted, moment)
                transaction.on_commit(partial(_publish, draft))
            return answer
        except (Conflict, IntegrityError):  # another process was faster: read again, judge again
            store.forget(wanted.match_id)
        except BaseException:
            store.forget(wanted.match_id)
            raise
    raise ServiceError("busy")


def _judge_and_write(wanted: Transition, now: int) -> tuple[Ack | Nack, Draft | None]:
    before = store.current(wanted.match_id)
    done = store.answered(wanted.match_id, wanted.seat, wanted.action_id)
    if done is not None:
        return Ack(done), None
    draft = _draft(before, now)
    try:
        judge(draft, wanted)
    except Refused as refusal:
        return Nack(refusal.code, before.version), None
    if not draft.changed:
        return Ack(before.version), None
    schedule(draft, settings.BOT_MS, chance)
    store.write(draft, wanted.seat, wanted.action_id)
    own = store.own_step(draft, wanted.seat)
    return Ack(own.version if own else draft.version), draft


def _publish(draft: Draft | None) -> None:
    if draft is None:
        return
    after = draft.after()
    store.remember(after)
    if draft.steps:
        hub.announce(after.topic, after.version)
    due_changed.set()


def _draft(before: Snapshot, now: int) -> Draft:
    def here(guest: int) -> bool:
        return presence.present(before.topic, str(guest), now)

    def wanting() -> list[tuple[int, str]]:
        """Those who went away meanwhile keep their wish for another pause."""
        asking = store.wanting(before.id)
        return [one for one in asking if presence.absent_ms(before.topic, [str(one[0])], now) < AWAY_MS]

    return Draft(before, now, new_seed, here, wanting)


# -- matches ------------------------------------------------------------------------------------


def create_match(
    *,
    rules: RuleSet,
    players: Sequence[Player],
    solo: bool,
    host: Guest | None,
    room: str = "",
    watchers: Sequence[tuple[Guest, str]] = (),
    lang: str = "de",
    now: int | None = None,
) -> Match:
    """A new match with its first round dealt; its humans count as present from now."""
    moment = now_ms() if now is None else now
    check_players(players)
    state = engine.new_match(rules, [engine.Seat(player.name, player.bot) for player in players])
    before = Snapshot(
        id=new_id(), version=0, state=state, ref=fresh_ref(len(players)), rules=rules, solo=solo,
        host_id=host.pk if host else None, room=room, lang=lang, status="play", due_at=None, due_kind="",
        next_match="", guests=tuple(player.guest.pk if player.guest else None for player in players),
    )  # fmt: skip
    draft = _draft(before, moment)
    draft.deal()
    schedule(draft, settings.BOT_MS, chance)
    with writing, transaction.atomic():
        store.insert(draft, created=moment)
        Watcher.objects.bulk_create(
            Watcher(match_id=before.id, guest=guest, name=name) for guest, name in watchers
        )
        transaction.on_commit(lambda: _publish(draft))
    for guest_id in filter(None, before.guests):
        presence.seen(before.topic, str(guest_id), moment)
    return Match.objects.get(pk=before.id)


def check_players(players: Sequence[Player]) -> None:
    """Raises ServiceError unless 2–8 seats are each taken by one guest or one bot, nobody twice."""
    guests = [player.guest.pk for player in players if player.guest]
    if not 2 <= len(players) <= 8:
        raise ServiceError("wrong-number-of-players")
    if len(set(guests)) != len(guests) or any((p.guest is None) == (p.bot is None) for p in players):
        raise ServiceError("wrong-players")


def snapshot(match_id: str) -> Snapshot:
    """The match as it is now; raises NoMatch."""
    return store.current(match_id)


def seat_of(match_id: str, guest: Guest | None) -> int | None:
    """The seat this guest plays; None for others and for those who have left. Raises NoMatch."""
    match = store.current(match_id)
    seat = match.seat_of(guest.pk if guest else None)
    return None if seat is None or match.gone(seat) else seat


def act(match_id: str, guest: Guest, word: str, v: int, action_id: str, now: int | None = None) -> Ack | Nack:
    """A word of a client, in the seat of `guest` (WIRE.md §2): at most once for each action id."""
    moment = now_ms() if now is None else now
    match = store.at_least(match_id, 0)  # the rest is judged by the row
    seat = match.seat_of(guest.pk)
    if seat is None:  # perhaps a newcomer another process has seated
        match = store.current(match_id)
        seat = match.seat_of(guest.pk)
    if seat is None:
        return Nack("not-seated", match.version)
    if not 1 <= len(action_id) <= ID_LENGTH or not action_id.isprintable():
        return Nack("bad-message", match.version)
    wanted = Transition(match_id, word, seat, v, action_id)
    if wanted.kind not in CLIENT_WORDS or not _well_formed(word):
        return Nack("bad-action", match.version)
    seen(match_id, guest, moment)
    answer = commit(wanted, moment)
    if word == "leave" and not match.solo:  # who has left may still watch
        Watcher.objects.get_or_create(
            match_id=match_id, guest=guest, defaults={"name": match.state.seats[seat].name}
        )
    return answer


def _well_formed(word: str) -> bool:
    """Words without arguments have none; of the others the engine reads the rest."""
    kind, _, rest = word.partition(" ")
    if kind in ("next", "leave", "back"):
        return not rest and word == kind
    try:
        engine.parse_action(word)
    except engine.EngineError:
        return False
    return kind in PLAY_WORDS


def seen(match_id: str, guest: Guest, now: int | None = None) -> None:
    """A sign of life at this table (a ping, a poll, a POST)."""
    presence.seen(f"match:{match_id}", str(guest.pk), now_ms() if now is None else now)


def wake(match_id: str, guest: Guest, now: int | None = None) -> None:
    """A player is (back) at the table: a resting match goes on. Raises NoMatch."""
    match = store.current(match_id)
    seat = match.seat_of(guest.pk)
    if match.status == "rest" and seat is not None and not match.gone(seat):
        commit(Transition(match_id, "wake"), now)


def link_rematch(old_id: str, new_id: str) -> None:
    """The old match's view names the rematch from now on. Raises NoMatch."""
    commit(Transition(old_id, f"link {new_id}"))


def guest_matches(guest: Guest) -> list[Match]:
    """Unfinished solo matches, newest first."""
    mine = Match.objects.filter(solo=True, host=guest, seats__guest=guest)
    return list(mine.exclude(status=Match.Status.OVER).order_by("-created")[:20])


def discard(match_id: str, guest: Guest) -> None:
    """Give up an own unfinished solo match. Raises NoMatch, ServiceError."""
    match = store.current(match_id)
    seat = match.seat_of(guest.pk)
    if not match.solo or seat is None:
        raise ServiceError("forbidden")
    commit(Transition(match_id, "leave", seat))


def again(match_id: str, guest: Guest) -> str:
    """The rematch of a finished solo match: the same seats and rules; asked twice, the same match."""
    with writing:
        old = store.current(match_id)
        seat = old.seat_of(guest.pk)
        if not old.solo or seat is None:
            raise ServiceError("forbidden")
        if old.next_match:
            return old.next_match
        if old.status != "over":
            raise ServiceError("not-over")
        players = [
            Player(who.name, guest if n == seat else None, None if n == seat else who.bot)
            for n, who in enumerate(old.state.seats)
        ]
        with transaction.atomic():
            new = create_match(rules=old.rules, players=players, solo=True, host=guest, lang=old.lang)
            link_rematch(match_id, new.pk)
        return new.pk


# -- spectators and those sent away ----------------------------------------------------------------


def may_watch(match_id: str, guest: Guest | None) -> bool:
    """Is this guest a spectator of the match?"""
    return guest is not None and Watcher.objects.filter(match_id=match_id, guest=guest, barred=False).exists()


def barred(match_id: str, guest: Guest | None) -> bool:
    """Was this guest sent away?"""
    return guest is not None and Watcher.objects.filter(match_id=match_id, guest=guest, barred=True).exists()


def add_watcher(match_id: str, guest: Guest, name: str) -> None:
    """Let a guest watch a friends' match; raises NoMatch, ServiceError (solo, or sent away before)."""
    if store.current(match_id).solo:
        raise ServiceError("forbidden")
    watcher, _ = Watcher.objects.get_or_create(match_id=match_id, guest=guest, defaults={"name": name})
    if watcher.barred:
        raise ServiceError("barred")


def remove_player(match_id: str, guest: Guest) -> None:
    """Send a guest away, for good: his seat ends as by leaving, his sockets close. Raises NoMatch."""
    match = store.current(match_id)
    Watcher.objects.update_or_create(
        match_id=match_id,
        guest=guest,
        defaults={"barred": True, "asked": None, "name": name_at(match, guest)},
    )
    seat = match.seat_of(guest.pk)
    if seat is not None:
        commit(Transition(match_id, "leave", seat))
    hub.announce(f"{match.topic}:barred", guest.pk)


# -- small questions -------------------------------------------------------------------------------


def room_of(match: Snapshot) -> str:
    """Where the people of this match talk."""
    return match.room or match.id


def name_at(match: Snapshot, guest: Guest) -> str:
    """How this guest is called at this table."""
    seat = match.seat_of(guest.pk)
    if seat is not None:
        return str(match.state.seats[seat].name)
    watcher = Watcher.objects.filter(match_id=match.id, guest=guest).first()
    return (watcher.name if watcher else "") or guest.name


__all__ = [
    "Ack", "Nack", "NoMatch", "Player", "ServiceError", "act", "add_watcher", "again", "barred", "chat",
    "chat_count", "chat_since", "clean_chat", "commit", "create_match", "discard", "guest_matches",
    "link_rematch", "may_watch", "name_at", "remove_player", "room_of", "seat_of", "seen", "snapshot", "wake",
]  # fmt: skip
