#!/usr/bin/env python3
"""Verifies what a Souk shop has told an account of its ledger and its orders. Python 3.9 or later,
standard library only, no network.

    python3 verify.py FILE... [ledger_hash] [--kept FILE]... [--keys FILE] [--fingerprint HEX]...
                      [--witness FILE]... [--after HASH]... [--allow-withheld]

FILE              answers of statement, orders/changes and profile, saved as JSON or as JSON lines
ledger_hash       that of profile, at which the statement must end; also as --head HASH
--kept FILE       such files from before: whatever stands in them must still be there
--keys FILE       the answer of receipts/keys; without it, no signature can be checked
--fingerprint HEX of a key, as the owner of the shop gave it to you: then no other key is accepted
--witness FILE    answers of the shop's witness and of its proof for your account; those of others, too
--after HASH      of the entry or event before a part that does not begin with number 1
--allow-withheld  entries of the old form whose texts are withheld are no fault

Ends with 0 if all is consistent, 1 if something is altered, forked or cannot be verified, 2 if a file
is no statement, and 3 if a break that the shop has signed, with its cause, explains what is missing.
docs/ledger.md describes all that is hashed and signed.
"""
import argparse
import base64
import hashlib
import json
import re
import sys


class NoStatement(Exception):
    pass


class Fault(Exception):
    pass


class Item:
    """An entry, an event, a head of an account, or something signed."""

    def __init__(self, **members):
        self.__dict__.update(members)


def verify(texts, kept=(), keys=None, fingerprints=(), witness=(), after=(), head=None, allow_withheld=False):
    """Takes what the files hold, and returns the code with which the program ends, and the lines that
    it prints."""
    try:
        given, old = contents_of(texts, "file"), contents_of(kept, "kept file")
        others = contents_of(witness, "witness file")
        given.witnesses += others.witnesses
        own = [*given.entries, *given.events, *given.checkpoints, *others.proofs][:1]
        given.proofs += [proof for proof in others.proofs if proof.account == own[0].account]
        known = contents_of([keys], "file of keys") if keys else None
        lines = []
        ring = keys_of(known.keys, fingerprints, lines) if known else None
        breaks = breaks_of(known.breaks, ring, fingerprints, lines) if known else []
        check_account(given, old)
        check_signatures([given, old], ring, lines)
        check_ledger(old, None, True, {}, [])
        check_events(old, None, None, [])
        end = newest_of([one for one in given.checkpoints if not is_ahead(one, given)])
        check_ledger(given, after, allow_withheld, {item.hash: item for item in old.entries}, lines)
        check_events(given, after, end, lines)
        for one in given.checkpoints:
            check_head(one, given, f"checkpoint of {one.time}", may_be_ahead=True)
        check_end(given, end, ring, head, lines)
        check_ties(given, end, lines)
        if given.orders > 0:
            lines.append(f"not checked: {given.orders} orders, which are no events")
        check_witnesses(given, old, breaks, lines)
        for bag in (given, old):
            bag.points = points_of(bag)
        code = compare(old, given, breaks, ring, lines) if kept else 0
        foreign = sum(proof.account != own[0].account for proof in others.proofs)
        if foreign > 0:
            lines.append(f"not checked: {foreign} proofs for other accounts")
        return code, lines
    except Fault as error:
        return 1, [str(error)]
    except NoStatement as error:
        return 2, [str(error)]


# ---- What stands in the files

NO_HASH = "0" * 64
PATTERNS = {
    "text": "(?s:.*)",
    "hash": "[0-9a-f]{64}",
    "hashes": "([0-9a-f]{64})*",
    "salts": "([0-9a-f]{32})*",
    "usd": r"-?[0-9]{1,20}\.[0-9]{8}",
    "count": "[0-9]{1,15}",
    "key": "[A-Za-z0-9+/]{43}=",
    "signature": "[A-Za-z0-9+/]{86}==",
    "time": r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z",
}
# The members of an entry, by what they are.
ENTRY = {
    "number": ["account_id", "sequence"],
    "text": ["kind", "created_at"],
    "usd": ["amount", "balance_after"],
    "hash": ["previous_hash", "entry_hash"],
    "text?": ["order_id", "reference", "note", "actor"],
    "hashes?": ["commitments"],
    "salts?": ["salts"],
}
# How many texts an event has between its time and its commitments.
FACTS = {"placed": 7, "accepted": 0, "codes": 0, "late": 0, "rejected": 0, "reversed": 1}
# What the texts are that follow the name of what is signed.
HEAD = ["count", "count", "hash", "count", "hash"]
SIGNED = {
    "souk checkpoint 1": ("checkpoints", HEAD + ["time", "text"]),
    "souk break 1": ("breaks", ["text", "text", "time", "text", "text", "text"]),
    "souk witness 1": ("witnesses", ["text", "time", "count", "hash", "text"]),
}


def fits(value, pattern):
    if pattern.endswith("?"):
        return value is None or fits(value, pattern[:-1])
    if pattern == "number":
        return type(value) is int and 0 < value < 2**53
    # A half of a surrogate pair has no bytes to hash.
    is_text = isinstance(value, str) and not re.search("[\ud800-\udfff]", value)
    return is_text and re.fullmatch(PATTERNS[pattern], value) is not None


def fit_all(values, patterns):
    return isinstance(values, list) and len(values) == len(patterns) and all(map(fits, values, patterns))


def demand(is_right, what):
    if not is_right:
        raise NoStatement(f"there is no {what}")


def contents_of(texts, name):
    bag = Item(entries=[], events=[], checkpoints=[], breaks=[], witnesses=[], proofs=[], keys=[], orders=0)
    for index, text in enumerate(texts, 1):
        where = f"{name} {index}"
        items = [item for value in values_in(text, where) for item in items_of(value, bag)]
        for number, item in enumerate(items, 1):
            if not sort_in(item, bag):
                raise NoStatement(f"{where}: item {number} is no entry of a statement")
    bag.entries.sort(key=lambda item: item.number)
    bag.events.sort(key=lambda item: item.number)
    return bag


def parsed(text):
    """Raises ValueError, also for numbers which JSON does not have."""

    def refused(constant):
        raise ValueError(constant)

    try:
        return json.loads(text, parse_constant=refused)
    except RecursionError:
        raise ValueError("too deep") from None


def values_in(text, where):
    """A file is one JSON value, or one in each line."""
    try:
        return [parsed(text)]
    except ValueError:
        lines = [line for line in text.split("\n") if line != ""]
    values = []
    for number, line in enumerate(lines, 1):
        try:
            values.append(parsed(line))
        except ValueError:
            raise NoStatement(f"{where}: line {number} is no JSON") from None
    return values


def items_of(value, bag):
    """The items of an answer; a checkpoint stands beside them."""
    if isinstance(value, list):
        return value
    if not isinstance(value, dict) or value.get("status") != "OK" or not isinstance(value.get("data"), (dict, list)):
        return [value]
    sort_inner(value, bag)
    return value["data"] if isinstance(value["data"], list) else [value["data"]]


def sort_in(item, bag):
    """Returns False for what is unknown."""
    if not isinstance(item, dict):
        return False
    if "event" in item:
        bag.events.append(event_of(item))
    elif "sequence" in item or "entry_hash" in item:
        bag.entries.append(entry_of(item))
    elif "public_key" in item:
        bag.keys.append(key_of(item))
    elif isinstance(item.get("order_id"), str):
        bag.orders += 1
    elif "data" in item:
        return False
    else:
        members = [item.get(name) for name in ("keys", "breaks", "witnesses")]
        lists = [member for member in members if isinstance(member, list)]
        is_known = all(sort_in(one, bag) for some in lists for one in some)
        has_signed = is_known and sort_inner(item, bag)
        return is_known and (has_signed or lists != [] or "checkpoint" in item or "ledger_hash" in item)
    return True


def sort_inner(item, bag):
    """What is signed, and the proof of a witness: the item itself, or what its members hold."""
    inner = [one for one in [item, *item.values()] if isinstance(one, dict)]
    named = [item.get("checkpoint"), item.get("witness")]
    signed = [signed_of(one) for one in inner if "signed" in one or any(one is other for other in named)]
    proofs = [proof_of(one) for one in inner if "leaf" in one or one is item.get("proof")]
    for one in signed:
        getattr(bag, one.kind).append(one)
    bag.proofs += proofs
    return len(signed) + len(proofs) > 0


def entry_of(entry):
    # Releases before this one do not have these members.
    entry = {"commitments": None, "salts": None, **entry}
    members = [(name, pattern) for pattern, names in ENTRY.items() for name in names]
    is_entry = all(name in entry and fits(entry[name], pattern) for name, pattern in members)
    demand(is_entry, "entry of a statement")
    has_texts = entry["note"] is not None and entry["actor"] is not None
    return Item(
        name="entry", number=entry["sequence"], account=str(entry["account_id"]), entry=entry,
        hash=entry["entry_hash"], previous=entry["previous_hash"], commitments=entry["commitments"],
        salts=entry["salts"], time=entry["created_at"], order=entry["order_id"], type=entry["kind"],
        is_readable=has_texts if entry["commitments"] is None else entry["salts"] is not None,
    )  # fmt: skip


def event_of(shown):
    receipt = shown.get("receipt")
    if not isinstance(receipt, dict):
        raise Fault(f"event {shown.get('number')}: it has no receipt, so nothing proves what it tells")
    listed, salts, texts = receipt.get("event"), receipt.get("salts"), receipt.get("texts")
    kind = listed[2] if isinstance(listed, list) and len(listed) > 5 else None
    facts = FACTS.get(kind) if isinstance(kind, str) else None
    patterns = ["count", "count", "text", "text", "time"] + ["text"] * (facts or 0) + ["hashes?"]
    demand(facts is not None and fit_all(listed, patterns), "event")
    commitments = listed[-1] or ""
    count = len(commitments) // 64
    hashes = [receipt.get("previous_hash"), receipt.get("hash"), salts]
    is_event = (
        {"salts", "texts"} <= receipt.keys()
        and fit_all(hashes, ["hash", "hash", "salts?"])
        and (salts is None or len(salts) == count * 32)
        and (texts is None or fit_all(texts, ["text?"] * count))
    )
    demand(is_event, "receipt of an event")
    return Item(
        name="event", number=int(listed[1]), account=listed[0], type=kind, order=listed[3], time=listed[4],
        list=listed, shown=shown, facts=listed[5:-1], commitments=commitments, previous=hashes[0],
        hash=hashes[1], salts=salts, texts=texts, is_test=kind == "placed" and listed[11] == "true",
        is_readable=commitments != "" and salts is not None,
    )  # fmt: skip


def signed_of(one):
    signed, signature, key = one.get("signed"), one.get("signature"), one.get("key")
    try:
        listed = parsed(signed) if fits(signed, "text") else None
    except ValueError:
        listed = None
    title = listed[0] if isinstance(listed, list) and listed else None
    kind, patterns = SIGNED.get(title, (None, [])) if isinstance(title, str) else (None, [])
    is_known = kind and fit_all(listed[1:], patterns) and fit_all([signature, key], ["signature", "hash"])
    demand(is_known, "signed text that is known")
    text = dict(kind=kind, title=title, list=listed, signed=signed, signature=signature, key=key)
    if kind == "breaks":
        return Item(**text, source=listed[1], to=listed[2], time=listed[3])
    if kind == "checkpoints":
        return Item(**text, **head_of(listed[1:6]), time=listed[6], lineage=listed[7])
    _, day, time, accounts, root, lineage = listed
    return Item(**text, day=day, time=time, accounts=int(accounts), root=root, lineage=lineage)


def proof_of(one):
    day, leaf, index, path = (one.get(name) for name in ("day", "leaf", "index", "path"))
    is_index = (type(index) is int and index == 0) or fits(index, "number")
    is_path = isinstance(path, list) and len(path) <= 40 and all(fits(other, "hash") for other in path)
    demand(fits(day, "text") and fit_all(leaf, HEAD) and is_index and is_path, "proof of a witness")
    return Item(day=day, time=day, leaf=leaf, index=index, path=path, **head_of(leaf))


def head_of(texts):
    """The last event and the last entry of an account."""
    account, event, event_hash, entry, entry_hash = texts
    return {"account": account, "heads": {"event": (int(event), event_hash), "entry": (int(entry), entry_hash)}}


def key_of(one):
    members = [one.get(name) for name in ("public_key", "from", "until", "reason")]
    demand(fit_all(members, ["key", "time", "time?", "text?"]), "key")
    raw = base64.b64decode(members[0])
    has_end = members[3] is None or members[2] is not None
    demand(one.get("algorithm") == "Ed25519" and sha256(raw) == one.get("key") and has_end, "key")
    return Item(key=one["key"], bytes=raw, begin=members[1], until=members[2], reason=members[3])


# ---- Hashes and signatures


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).hexdigest()


def compact(value):
    """As JSON.stringify writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def is_committed_to(item, texts):
    """True if each commitment is to the text at its place; a text that is missing is an empty one."""
    salts = [bytes.fromhex(item.salts[at : at + 32]) for at in range(0, len(texts) * 32, 32)]
    made = [sha256(salt, (text or "").encode()) for salt, text in zip(salts, texts)]
    return "".join(made) == item.commitments


def keys_of(keys, fingerprints, lines):
    """The keys by their fingerprints: all that the shop tells, or those alone that its owner has
    told."""
    ring = {key.key: key for key in keys}
    if not keys:
        raise NoStatement("there is no key in the file of keys")
    for one in fingerprints:
        if one not in ring:
            raise Fault(f"the shop does not tell of the key {one}")
    if fingerprints:
        return {one: ring[one] for one in fingerprints}
    lines.append(f"first key: {keys[0].key}; compare it with what the owner of the shop gave you")
    return ring


def breaks_of(breaks, keys, fingerprints, lines):
    """The breaks that are signed by the keys; with --fingerprint, those of other keys do not count."""
    listed = [one for one in breaks if not fingerprints or one.key in keys]
    for one in breaks:
        if one not in listed:
            lines.append(f"not counted: the break of {one.time}, signed by the key {one.key}, which you do not list")
    for one in listed:
        check_signature(one, keys)
    return listed


def check_signature(one, keys):
    key = keys.get(one.key)
    what = f"the {one.title} of {one.time}"
    if key is None:
        raise Fault(f"{what} is signed by the unknown key {one.key}")
    if not is_signed_by(key.bytes, one.signed.encode(), base64.b64decode(one.signature)):
        raise Fault(f"{what} does not carry the signature of its key")
    # A break is signed anew with its time when its cause is given, maybe by a later key.
    if one.kind == "breaks":
        return
    at = seconds_of(one.time)
    is_late = key.until is not None and at > seconds_of(key.until) + TOLERANCE
    if at < seconds_of(key.begin) - TOLERANCE or is_late:
        raise Fault(f"{what} is signed by the key {one.key}, which was not in use then")


# In seconds: a server that signs may have begun before another one has changed the key.
TOLERANCE = 60


def seconds_of(time):
    """Since the begin of the calendar, also for days that no month has."""
    year, month, day, hour, minute, second = map(int, re.split("[-T:.]", time)[:6])
    # The year begins with March, so that a leap day is its last day.
    years, months = (year, month - 3) if month > 2 else (year - 1, month + 9)
    leaps = years // 4 - years // 100 + years // 400
    days = 365 * years + leaps + (153 * months + 2) // 5 + day
    return ((days * 24 + hour) * 60 + minute) * 60 + second


def check_signatures(bags, keys, lines):
    signed = [one for bag in bags for one in bag.checkpoints + bag.witnesses]
    if keys is None:
        lines += ["not checked: signatures, since --keys is missing"] if signed else []
        return
    for one in signed:
        check_signature(one, keys)
    for key in dict.fromkeys(one.key for one in signed):
        if keys[key].reason is not None:
            lines.append(f"the key {key} was retired at {keys[key].until}: {keys[key].reason}")


# Ed25519, RFC 8032: points of the curve are (X, Y, Z, T) with x = X/Z, y = Y/Z and x·y = T/Z.
P = 2**255 - 19
D = -121665 * pow(121666, P - 2, P) % P
ORDER = 2**252 + 27742317777372353535851937790883648493


def point_sum(one, other):
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def point_times(factor, point):
    result = (0, 1, 1, 0)
    while factor > 0:
        if factor & 1:
            result = point_sum(result, point)
        point = point_sum(point, point)
        factor >>= 1
    return result


def point_of(encoded):
    """The point that 32 bytes encode; None if they encode none."""
    y = int.from_bytes(encoded, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P != 0 or (x == 0 and sign == 1):
        return None
    x = x if x & 1 == sign else P - x
    return x, y, 1, x * y % P


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed_by(public_key, text, signature):
    key, point = point_of(public_key), point_of(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if key is None or point is None or scalar >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + public_key + text).digest()
    left = point_times(scalar, BASE)
    right = point_sum(point, point_times(int.from_bytes(digest, "little") % ORDER, key))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


# ---- The ledger


def fail(item, what):
    raise Fault(f"account {item.account} {item.name} {item.number}: {what}")


def check_account(*bags):
    items = [item for bag in bags for item in bag.entries + bag.events]
    heads = [head for bag in bags for head in bag.checkpoints + bag.proofs]
    everything = items + [Item(name="head", number=head.time, account=head.account) for head in heads]
    for item in everything:
        if item.account != everything[0].account:
            fail(item, "it is of another account")


def check_link(item, before, after):
    """That an entry or event follows the one before it. `after` are hashes before a part; None for any."""
    if before and item.number == before.number:
        fail(item, "it is there twice")
    if before and item.number != before.number + 1:
        fail(item, f"the {item.name} before it is missing")
    if not before and item.number > 1 and after is None:
        return
    if not before and item.number > 1 and not after:
        fail(item, f"the {item.name} before it is missing; if you have kept its hash, add --after HASH")
    expected = [before.hash] if before else [NO_HASH] if item.number == 1 else after
    if item.previous not in expected:
        fail(item, f"it does not carry the hash of the {item.name} before it")


def entry_hash(item, texts):
    """Over the commitments or, in the old form, over all columns, each with its length in bytes."""
    entry = item.entry
    columns = [item.account, str(item.number), item.type, entry["amount"], entry["balance_after"], item.order]
    if item.commitments is not None:
        form = compact([*columns, item.time, item.commitments])
        return sha256(bytes.fromhex(item.previous), form)
    columns += [texts["reference"], texts["note"], texts["actor"], item.time]
    encoded = [None if text is None else text.encode() for text in columns]
    form = [b"-," if text is None else b"%d:%s," % (len(text), text) for text in encoded]
    return sha256(bytes.fromhex(item.previous), *form)


def check_entry(item, kept):
    """Returns False if nothing proves its columns: an entry of the old form, whose texts are withheld
    here and were before. `kept` is the entry with the same hash in the kept files."""
    entry, commitments = item.entry, item.commitments
    reference, note, actor = entry["reference"], entry["note"], entry["actor"]
    source = kept if kept and kept.is_readable and not item.is_readable else item
    if commitments is None and not source.is_readable:
        columns = ("kind", "amount", "balance_after", "order_id", "created_at")
        if kept and any(entry[name] != kept.entry[name] for name in columns):
            fail(item, "altered: it has the hash, but not the columns of your kept file")
        return False
    if entry_hash(item, source.entry) != item.hash:
        fail(item, "its columns are not those that were hashed")
    if commitments is None:
        return True
    if item.salts is None or commitments == "":
        is_proven = not reference and not note and (actor is None or (actor == "api" and commitments == ""))
    else:
        is_proven = is_committed_to(item, [reference, compact([note, actor]).decode()])
    if not is_proven:
        fail(item, "its texts are not those that it has committed to")
    return True


def units(text):
    """USD in units of the eighth decimal."""
    return int(text.replace(".", ""))


def check_balance(item, before):
    if not before and item.number > 1:
        return
    balance = units(before.entry["balance_after"]) if before else 0
    if balance + units(item.entry["amount"]) != units(item.entry["balance_after"]):
        fail(item, "its balance is not the one before it plus its amount")


def check_ledger(bag, after, allow_withheld, kept, lines):
    entries, is_proven = bag.entries, []
    for item, before in zip(entries, [None, *entries]):
        check_link(item, before, after)
        is_proven.append(check_entry(item, kept.get(item.hash)))
        check_balance(item, before)
    if not entries:
        return
    runs = runs_of(entries, is_proven)
    if runs and not allow_withheld:
        fail(runs[0][0][0], f"{runs[0][1]}; if you accept that, add --allow-withheld")
    withheld = [item for item in entries if item.commitments and not item.is_readable]
    lines.append(f"account {entries[0].account}: entries {ranges_of(entries)} are consistent")
    lines.append(f"hashes computed again: {sum(is_proven)} of {len(entries)}")
    if withheld:
        lines.append(f"texts withheld, amounts proven: entries {ranges_of(withheld)}")
    for what in dict.fromkeys(what for _, what in runs):
        lines.append(f"entries {ranges_of([item for items, one in runs if one == what for item in items])}: {what}")


def runs_of(entries, is_proven):
    """Entries in a row of which nothing but links and balances could be checked, and what these
    prove."""
    runs = []
    for index, item in enumerate(entries):
        if is_proven[index]:
            continue
        if index == 0 or is_proven[index - 1]:
            runs.append(([], index > 0 or item.number == 1))
        runs[-1][0].append(item)
    told = []
    for items, has_begin in runs:
        following = items[-1].number - entries[0].number + 1
        amounts = "its amount" if len(items) == 1 else "the sum of their amounts"
        is_bounded = has_begin and following < len(entries)
        what = f"nothing but {amounts} is proven" if is_bounded else "nothing proves its amount"
        told.append((items, f"texts withheld, so {what}"))
    return told


def ranges_of(items):
    """`1 to 3, 5`, of items by their numbers."""
    ranges = []
    for item in items:
        if ranges and ranges[-1][1] == item.number - 1:
            ranges[-1][1] = item.number
        else:
            ranges.append([item.number, item.number])
    return ", ".join(str(begin) if begin == end else f"{begin} to {end}" for begin, end in ranges)


# ---- The events


def check_events(bag, after, end, lines):
    """Leaves out events that a feed has told again, with their orders as they were by then."""
    told, events = bag.events, []
    for item in told:
        before = events[-1] if events else None
        if before and (before.number, before.hash) == (item.number, item.hash):
            continue
        check_link(item, before, after)
        events.append(item)
    bag.events = events
    placed = {item.order: item for item in events if item.type == "placed"}
    for item in told:
        check_event(item, placed.get(item.order))
    decisions = {item.order: item for item in events if item.type in ("accepted", "rejected")}
    orders = [item for item in told if not (item.order in placed and placed[item.order].is_test)]
    for item in {item.order: item for item in orders}.values():
        is_whole = item.order in placed and is_at(end, events[-1])
        check_decision(item, decisions.get(item.order), is_whole)
    if not events:
        return
    committed = [item for item in events if item.commitments != ""]
    hidden = [item for item in committed if not item.is_readable]
    unproven = unproven_codes(orders, events)
    lines.append(f"account {events[0].account}: events {ranges_of(events)} are consistent")
    lines.append(f"texts proven: those of {len(committed) - len(hidden)} of {len(committed)} events")
    if hidden:
        lines.append(f"texts erased or withheld: events {ranges_of(hidden)}")
    if unproven > 0:
        lines.append(f"codes that no event here proves: {unproven}")


def check_event(item, placed):
    if sha256(bytes.fromhex(item.previous), compact(item.list)) != item.hash:
        fail(item, "what it tells is not what was hashed")
    wrong = member_that_differs(item, placed)
    if wrong is not None:
        fail(item, f"the {wrong} shown with it is not what it tells")
    expected = {"placed": 0 if item.is_test else 1, "reversed": 2}
    is_proven = len(item.commitments) // 64 == expected.get(item.type, len(item.commitments) // 64)
    if item.is_readable:
        is_proven = is_proven and is_committed_to(item, item.texts or [])
    else:
        is_proven = is_proven and all(text is None for text in item.texts or [])
    if not is_proven:
        fail(item, "its texts are not those that it has committed to")
    if item.salts and item.texts and not has_texts(item):
        fail(item, "its order is shown with other texts")
    if item.commitments != "" and not item.is_readable and shows_texts(item):
        fail(item, "its order is shown with texts, and what proves them is withheld")


def seconds(time):
    """`2026-01-31 23:59:59`, as orders show a time."""
    return time[:19].replace("T", " ")


def plain(decimal):
    return re.sub(r"\.?0+$", "", decimal) if "." in decimal else decimal


def member_that_differs(item, placed):
    """The first member of the order that is not what its events tell."""
    if item.shown.get("at") not in (item.time, seconds(item.time)):
        return "at"
    members = [("event", item.type), ("number", item.number), ("order_id", item.order)]
    if placed:
        uuid, product, name, quantity, price, total, _ = placed.facts
        members += [("order_uuid", uuid), ("product_id", number_of(product)), ("product_name", name)]
        members += [("quantity", number_of(quantity)), ("unit_price", plain(price)), ("price", plain(total))]
        members.append(("created_at", seconds(placed.time)))
    for name, value in members:
        shown = item.shown.get(name)
        if isinstance(shown, bool) or isinstance(shown, str) != isinstance(value, str) or shown != value:
            return name
    return None


def number_of(text):
    """As the other verifier compares numbers, which has no more digits."""
    try:
        return float(text)
    except ValueError:
        return None


def has_texts(item):
    """True if an order is shown with the texts that its event proves."""
    shown, texts = item.shown, item.texts
    if item.type == "reversed":
        return True
    if item.type == "rejected":
        return shown.get("reason") == texts[0]
    if item.type != "placed":
        return shown.get("replay_api", "") is None or all(text in codes_of(shown) for text in texts)
    # The fields are hashed as a list of names and values, or as an object.
    try:
        committed = parsed(texts[0] or "")
        fields = dict(committed)
    except (ValueError, TypeError):
        return False
    return isinstance(shown.get("data"), dict) and fields == shown["data"]


def shows_texts(item):
    """True if an order is shown with the texts of its event; who shows a text has its salt, too."""
    if item.type == "reversed":
        return False
    if item.type == "rejected":
        return "reason" not in item.shown or item.shown["reason"] is not None
    if item.type != "placed":
        return codes_of(item.shown) != []
    data = item.shown.get("data")
    return isinstance(data, (dict, list, str)) and len(data) > 0


def codes_of(shown):
    return shown["replay_api"] if isinstance(shown.get("replay_api"), list) else []


def check_decision(item, decision, is_whole):
    """Of an order as it was told last; `is_whole` is true if all events of the order are there."""
    if decision is None and not is_whole:
        return
    expected = (decision.type[:6], seconds(decision.time)) if decision else ("wait", None)
    if (item.shown.get("status"), item.shown.get("decided_at", "")) != expected:
        fail(item, "state or time of its order are not those of the decision")


def unproven_codes(told, events):
    """Of orders which are told, how many codes no event proves."""
    proven = {(item.order, text) for item in events for text in item.texts or []}
    shown = {(item.order, str(code)) for item in told for code in codes_of(item.shown)}
    return len(shown - proven)


# ---- Ledger and events together

TIES = {"debit": "placed", "refund": "rejected", "reversal": "reversed"}


def check_ties(bag, end, lines):
    """That each charge, refund and reversal has its event, and the other way round. Both are written in
    one transaction, so they come in the same order, except within a transaction, whose entries all have
    its time. Entries from before the first event have none; what is last may be missing in the other
    file, unless a checkpoint says that both are whole."""
    entries, events = bag.entries, bag.events
    if not entries or not events:
        return
    is_whole = is_at(end, entries[-1]) and is_at(end, events[-1])
    placed = {item.order: item for item in events if item.type == "placed"}
    count = 0
    for kind, type_ in TIES.items():
        some = [item for item in entries if item.type == kind and item.order is not None]
        every = [item for item in events if item.type == type_ and is_charged(placed.get(item.order, item))]
        ties = ties_of(some, every)
        # The last event of those before the transaction, and of those up to now.
        before, last = 0, 0
        for index, (entry, event) in enumerate(ties):
            if index == 0 or entry.time != ties[index - 1][0].time:
                before = last
            if event.number <= before or not is_tie(entry, event, placed.get(entry.order)):
                fail(entry, f"it is not what event {event.number} tells of its order")
            last = max(last, event.number)
        check_left(some, [entry for entry, _ in ties], is_whole, False)
        check_left(every, [event for _, event in ties], is_whole, entries[0].number == 1)
        count += len(ties)
    lines.append(f"entries that agree with the events of their orders: {count}")


def is_at(end, item):
    return end is not None and end.heads[item.name][0] == item.number


def is_charged(item):
    """False for test orders, and for those which cost nothing."""
    return item.type != "placed" or (not item.is_test and plain(item.facts[5]) != "0")


def ties_of(entries, events):
    waiting = {}
    for event in reversed(events):
        waiting.setdefault(event.order, []).append(event)
    return [(entry, waiting[entry.order].pop()) for entry in entries if waiting.get(entry.order)]


def is_tie(item, event, placed):
    total = placed.facts[5] if placed else None
    reversed_ = event.facts[0] if event.type == "reversed" else None
    amount = {"placed": f"-{total}", "rejected": total, "reversed": reversed_}[event.type]
    order = [item.entry.get("order_uuid"), item.entry.get("product_name")]
    return (
        item.time == event.time
        and amount in (None, item.entry["amount"])
        and (not placed or order == [placed.facts[0], placed.facts[2]])
    )


def check_left(items, tied, is_whole, is_from_first):
    """That nothing is left between the first and the last of those that are tied, or behind or before
    them. Of the transactions of the first and the last, some may be missing in the other file."""
    ordered = sorted(tied, key=lambda item: item.number)
    numbers = {item.number for item in tied}

    def is_before(one, other):
        return one.number < other.number and one.time != other.time

    for item in items:
        is_inside = (is_whole or (tied and is_before(item, ordered[-1]))) and (
            is_from_first or (tied and is_before(ordered[0], item))
        )
        if is_inside and item.number not in numbers:
            fail(item, "no event tells of it" if item.name == "entry" else "no entry belongs to it")


# ---- Checkpoints and witnesses


def newest_of(signed):
    return max(signed, key=lambda one: one.time, default=None)


def is_ahead(head, bag):
    """True for a head behind the ends of the chains in the files, as of a file that was loaded later."""
    ends = [items[-1] for items in (bag.entries, bag.events) if items]
    return any(head.heads[item.name][0] > item.number for item in ends)


def check_head(head, bag, what, may_be_ahead=False):
    """That a head, which was signed or witnessed, is in the chains."""
    for items in (bag.entries, bag.events):
        if not items:
            continue
        name, last = items[-1].name, items[-1].number
        number, hash_ = head.heads[name]
        at = number - items[0].number
        if number > last and may_be_ahead:
            continue
        if number > last:
            raise Fault(f"the file ends with {name} {last}; the {what} tells of {number}")
        known = items[0].previous if at == -1 else items[at].hash if at >= 0 else hash_
        if known != hash_:
            raise Fault(f"the {what} tells of another {name} {number}")


def check_end(bag, end, keys, head, lines):
    """What is known of the end of the files."""
    last = bag.entries[-1] if bag.entries else None
    if head is not None and head != (last.hash if last else NO_HASH):
        raise Fault(f"the statement does not end at the entry with the hash {head}")
    if not last and not bag.events:
        for one in bag.checkpoints:
            for name in ("entry", "event"):
                if one.heads[name][0] > 0:
                    raise Fault(f"{not_checked(one, name, 1)}, so nothing was verified")
        if head is None and not (end and keys):
            advice = "if the account has none, add its ledger_hash"
            raise Fault(f"there is no entry, so nothing was verified; {advice}")
        lines.append("there is no entry")
    newest = newest_of(bag.checkpoints)
    for plural, item in (("entries", last), ("events", bag.events[-1] if bag.events else None)):
        if item and newest and newest.heads[item.name][0] > item.number:
            lines.append(not_checked(newest, item.name, item.number + 1))
        elif item and not is_at(end, item) and not (item is last and head is not None):
            lines.append(f"not checked: whether {plural} follow {item.name} {item.number}")
    if last:
        lines += [f"balance: {last.entry['balance_after']} USD", f"hash: {last.hash}"]
    if end:
        entry, event = end.heads["entry"][0], end.heads["event"][0]
        lines.append(f"checkpoint of {end.time}: entry {entry}, event {event}, key {end.key}")


def not_checked(checkpoint, name, first):
    items = f"{'entries' if name == 'entry' else 'events'} {first} to {checkpoint.heads[name][0]}"
    return f"not checked: {items} of the checkpoint of {checkpoint.time} are not in the files"


def check_witnesses(given, kept, breaks, lines):
    witnesses = given.witnesses + kept.witnesses

    def is_broken(one, other):
        return bool(path_between(one.lineage, other.lineage, breaks))

    for one in witnesses:
        for other in witnesses:
            is_other = other.day == one.day and other.signed != one.signed
            if is_other and not is_broken(one, other) and not is_broken(other, one):
                raise Fault(f"two different witnesses of {one.day}: the shop has told two stories")
    for bag in (kept, given):
        for proof in bag.proofs:
            what = f"witness of {proof.day}"
            of_day = [one for one in witnesses if one.day == proof.day]
            if all(root_of(proof, one.accounts) != one.root for one in of_day):
                raise Fault(f"the proof does not lead to the {what}")
            check_head(proof, bag, what)
            if bag is given:
                entry, event = proof.heads["entry"][0], proof.heads["event"][0]
                lines.append(f"{what}: it has your entry {entry} and event {event}")


def root_of(proof, accounts):
    """The root to which a proof leads in the tree of RFC 6962 over so many accounts."""
    node, last = proof.index, accounts - 1
    digest = sha256(b"\0", compact(proof.leaf))
    if node > last:
        return None
    for other in proof.path:
        if last == 0:
            return None
        is_right = node % 2 == 1 or node == last
        left, right = (other, digest) if is_right else (digest, other)
        digest = sha256(b"\1", bytes.fromhex(left), bytes.fromhex(right))
        # A last node without a neighbor is moved up unchanged.
        while is_right and node % 2 == 0 and node > 0:
            node, last = node // 2, last // 2
        node, last = node // 2, last // 2
    return digest if last == 0 else None


# ---- What was kept, and what is there now


def path_between(source, to, breaks):
    """The breaks that lead from one history of the database to another; None if no row of them does."""
    path = []
    while source != to:
        following = [one for one in breaks if one.source == source and one not in path]
        if not following:
            return None
        path.append(following[0])
        source = following[0].to
    return path


def points_of(bag):
    """Hashes by number: those of all entries and events, and those that were signed or witnessed."""
    points = {"entry": {}, "event": {}}
    for head in bag.checkpoints + bag.proofs:
        for name, (number, hash_) in head.heads.items():
            if points[name].setdefault(number, hash_) != hash_:
                raise Fault(f"forked: two different hashes of {name} {number} are signed")
    for item in bag.entries + bag.events:
        points[item.name][item.number] = item.hash
    return points


def compare(kept, given, breaks, keys, lines):
    """Returns 0 if all that was kept is there, 3 if the causes of breaks explain what is not, otherwise 1."""
    old, now = newest_of(kept.checkpoints), newest_of(given.checkpoints)
    path = path_between(old.lineage, now.lineage, breaks) if old and now else []
    if path is None:
        raise Fault("the database has another history than in your kept file, and no signed break is known")
    found = [parting_of(name, kept, given, lines) for name in ("entry", "event")]
    partings = [parting for parting in found if parting]
    if partings and not path:
        name, number, _, why, _ = partings[0]
        if old and now and keys:
            raise Fault(f"forked within one history at {name} {number}: {why}, and the shop has signed both")
        raise Fault(f"altered at {name} {number}: {why}")
    for _, _, _, time, cause, before, after in (one.list for one in path):
        why = f" ({cause})" if cause != "" else ""
        lines.append(f"broken at {time}{why}; known before until {before}, after from {after}")
    unexplained = [one for one in path if one.list[4] == ""]
    for name, number, last, _, items in partings:
        broken = ""
        if unexplained:
            broken = f"the history was broken at {unexplained[0].time} and the shop has not said why; "
        plural = "entries" if name == "entry" else "events"
        lines.append(f"{broken}{plural} {number} to {last} of your file are not in the new one")
        lines += [line_of(item) for item in items if item.number >= number]
    for name in ("entries", "events"):
        readable = {item.hash for item in getattr(kept, name) if item.is_readable}
        hidden = [item for item in getattr(given, name) if not item.is_readable and item.hash in readable]
        if hidden:
            lines.append(f"texts that could be read before: {name} {ranges_of(hidden)}")
    if not partings:
        return 0
    return 1 if unexplained else 3


def parting_of(name, kept, given, lines):
    """Where the new chain is not the kept one; None if it is."""
    old, now = kept.points[name], given.points[name]
    numbers = sorted(number for number in old if number > 0)
    if not numbers:
        return None
    last, end = numbers[-1], max(now, default=0)
    common = [number for number in numbers if number in now]
    wrong = [one for one in numbers if one > end or (one in now and now[one] != old[one])]
    if not now or (not wrong and not common):
        raise Fault(f"nothing in the new files can be compared with {name} {last} of your kept file")
    if not wrong:
        lines.append(f"as in your kept file: {len(common)} of {len(numbers)} hashes, up to {name} {last}")
        return None
    why = "it is missing now" if wrong[0] > end else "it has another hash than in your kept file"
    return name, wrong[0], last, why, kept.entries if name == "entry" else kept.events


def line_of(item):
    amount = f" {item.entry['amount']} USD" if item.name == "entry" else ""
    order = "" if item.order is None else f" {item.order}"
    return f"  {item.name} {item.number}: {item.type}{amount}{order} {item.time}"


# ---- The command line


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("files", metavar="FILE", nargs="+", help="the ledger_hash may stand among them")
    for name in ("kept", "witness", "after", "fingerprint"):
        parser.add_argument(f"--{name}", action="append", default=[])
    parser.add_argument("--keys")
    parser.add_argument("--head", metavar="LEDGER_HASH")
    parser.add_argument("--allow-withheld", action="store_true")
    options = parser.parse_intermixed_args()
    heads = [word for word in options.files if fits(word, "hash")]
    options.files = [word for word in options.files if not fits(word, "hash")]
    if not options.files or len(heads) > 1:
        parser.error("a FILE, and at most one ledger_hash")
    options.head = heads[0] if heads else options.head
    return options


def read(file):
    with open(file, encoding="utf-8", newline="") as opened:
        return opened.read()


def main():
    given = arguments()
    try:
        code, lines = verify(
            [read(file) for file in given.files],
            kept=[read(file) for file in given.kept],
            keys=given.keys and read(given.keys),
            fingerprints=given.fingerprint,
            witness=[read(file) for file in given.witness],
            after=given.after,
            head=given.head,
            allow_withheld=given.allow_withheld,
        )
    except (OSError, UnicodeError) as error:
        code, lines = 2, [f"{', '.join(given.files)}: {error}"]
    print("\n".join(lines), file=sys.stderr if code == 2 else sys.stdout)
    return code


if __name__ == "__main__":
    sys.exit(main())
