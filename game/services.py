"""What can be done with a match. Everything that changes one goes through `commit`.

Functions here talk to the database: call them in a thread, not on an event loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction

from game import alarm, batch, engine, luck, store
from game.batch import Ack, Nack
from game.clock import now_ms
from game.draft import Draft
from game.due import schedule
from game.engine import RuleSet
from game.engine.seats import STAND_IN
from game.hub import hub, presence, writing
from game.models import Guest, Match, Watcher, fresh_ref, new_id
from game.referee import CLIENT_WORDS, PLAY_WORDS
from game.snapshot import Snapshot, Transition
from game.store import NoMatch
from game.talk import ServiceError, chat, chat_count, chat_since, clean_chat
from game.writer import commit

ID_LENGTH = 64


@dataclass(frozen=True)
class Player:
    """Who is to sit down: a guest, or a bot of some strength."""

    name: str
    guest: Guest | None = None
    bot: str | None = None


# -- matches ------------------------------------------------------------------------------------


def create_match(
    *,
    rules: RuleSet,
    players: Sequence[Player],
    solo: bool,
    host: Guest | None,
    room: str = "",
    stand_in: str = STAND_IN,
    watchers: Sequence[tuple[Guest, str]] = (),
    lang: str = "de",
    now: int | None = None,
) -> Match:
    """A new match with its first round dealt; its humans count as present from now. Bots that stand in for
    somebody are as strong as `stand_in`."""
    moment = now_ms() if now is None else now
    check_players(players)
    state = engine.new_match(rules, [engine.Seat(player.name, player.bot) for player in players])
    before = Snapshot(
        id=new_id(), version=0, state=state, ref=fresh_ref(len(players), stand_in), rules=rules, solo=solo,
        host_id=host.pk if host else None, room=room, lang=lang, status="play", due_at=None, due_kind="",
        next_match="", guests=tuple(player.guest.pk if player.guest else None for player in players),
    )  # fmt: skip
    draft = batch.draft_of(before, moment)
    draft.deal()
    schedule(draft, settings.BOT_MS, luck.chance, settings.THINK_AHEAD_MS)
    with writing, transaction.atomic():
        store.insert(draft, created=moment)
        Watcher.objects.bulk_create(
            Watcher(match_id=before.id, guest=guest, name=name) for guest, name in watchers
        )
        transaction.on_commit(lambda: _remember(draft))
    for guest_id in filter(None, before.guests):
        presence.seen(before.topic, str(guest_id), moment)
    return Match.objects.get(pk=before.id)


def _remember(draft: Draft) -> None:
    store.remember(draft.after())
    alarm.ring_at(draft.due_at)


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
    wanted = intended(match, guest.pk, word, v, action_id)
    if isinstance(wanted, Nack) and wanted.code == "not-seated":  # perhaps another process has seated him
        match = store.current(match_id)
        wanted = intended(match, guest.pk, word, v, action_id)
    if isinstance(wanted, Nack):
        return wanted
    seen(match_id, guest, moment)
    answer = commit(wanted, moment)
    if word == "leave" and not match.solo and wanted.seat is not None:  # who has left may still watch
        Watcher.objects.get_or_create(
            match_id=match_id, guest=guest, defaults={"name": match.state.seats[wanted.seat].name}
        )
    return answer


def intended(match: Snapshot, guest_id: int, word: str, v: int, action_id: str) -> Transition | Nack:
    """What a guest's word wants of his seat, or why it is not even judged; from memory, for event loops."""
    seat = match.seat_of(guest_id)
    if seat is None:
        return Nack("not-seated", match.version)
    if not 1 <= len(action_id) <= ID_LENGTH or not action_id.isprintable():
        return Nack("bad-message", match.version)
    wanted = Transition(match.id, word, seat, v, action_id)
    if wanted.kind not in CLIENT_WORDS or not _well_formed(word):
        return Nack("bad-action", match.version)
    return wanted


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
