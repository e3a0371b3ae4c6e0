#!/usr/bin/env python3
"""Verifies a statement that was saved as JSON lines or as JSON. Python 3.8+, standard library only.

    curl -sS -H "api-token: $TOKEN" "$BASE_URL/client/api/statement?format=jsonl" > statement.jsonl
    python3 verify.py statement.jsonl [hash] [--after HASH] [--allow-withheld]

With the ledger_hash of profile?details=1, the statement must also end at that entry. A part that does
not begin with entry 1 is verified only with the entry_hash of the entry before it, as you have kept it,
by --after. Entries whose texts the shop withholds cannot be verified: they are a fault, unless
--allow-withheld is given. The program ends with 0 if all is consistent, with 1 if an entry is wrong or
cannot be verified, and with 2 if the file is no statement.
"""
import argparse
import hashlib
import json
import re
import sys

# In the order in which they are hashed.
HASHED = ["account_id", "sequence", "kind", "amount", "balance_after"]
HASHED += ["order_id", "reference", "note", "actor", "created_at"]
NO_HASH = "0" * 64


class NoStatement(Exception):
    pass


def entries_in(text):
    """The entries of a file, the oldest first. A file holds an entry in each line, or answers of
    the shop."""
    try:
        values = [json.loads(text)]
    except ValueError:
        values = [line_of(*line) for line in enumerate(text.split("\n"), 1) if line[1] != ""]
    items = []
    for value in values:
        data = value.get("data", value) if isinstance(value, dict) else value
        items += data if isinstance(data, list) else [data]
    for index, entry in enumerate(items, 1):
        if not is_entry(entry):
            raise NoStatement(f"item {index} is no entry of a statement")
    return sorted(items, key=lambda entry: entry["sequence"])


def line_of(number, line):
    try:
        return json.loads(line)
    except ValueError:
        raise NoStatement(f"line {number} is no JSON") from None


def is_entry(entry):
    return (
        isinstance(entry, dict)
        and all(type(entry.get(name)) is int for name in ("account_id", "sequence"))
        and all(matches("[0-9a-f]{64}", entry.get(name)) for name in ("previous_hash", "entry_hash"))
        and all(matches(r"-?[0-9]+\.[0-9]{8}", entry.get(name)) for name in ("amount", "balance_after"))
        and all(name in entry and isinstance(entry[name], (str, type(None))) for name in HASHED[2:])
    )


def matches(pattern, value):
    return isinstance(value, str) and re.fullmatch(pattern, value) is not None


def hash_of(entry):
    """The hash over the previous hash and all hashed columns, each with its length in bytes."""
    form = bytes.fromhex(entry["previous_hash"])
    for name in HASHED:
        if entry[name] is None:
            form += b"-,"
        else:
            text = str(entry[name]).encode()
            form += b"%d:%s," % (len(text), text)
    return hashlib.sha256(form).hexdigest()


def units(text):
    """USD in units of the eighth decimal."""
    return int(text.replace(".", ""))


def is_withheld(entry):
    """True for an old entry whose texts the shop withholds, so that its hash cannot be computed
    again."""
    return entry["note"] is None or entry["actor"] is None


def fault_of(entry, before, after, allow_withheld):
    """What is wrong with an entry after the one before it; None for what is right."""
    number = entry["sequence"]
    if before and entry["account_id"] != before["account_id"]:
        return "it is of another account"
    if before and number == before["sequence"]:
        return "it is there twice"
    if before and number != before["sequence"] + 1:
        return "the entry before it is missing"
    if not before and number < 1:
        return "there is no such entry"
    follows = before is not None or number == 1
    if not follows and after is None:
        return (
            "the entries before it are missing; "
            "if you have kept the hash of the last one of them, add --after HASH"
        )
    if entry["previous_hash"] != (before["entry_hash"] if before else after or NO_HASH):
        return "it does not carry the hash of the entry before it"
    if not is_withheld(entry) and hash_of(entry) != entry["entry_hash"]:
        return "its columns are not those that were hashed"
    balance = units(before["balance_after"]) if before else 0
    if follows and balance + units(entry["amount"]) != units(entry["balance_after"]):
        return "its balance is not the one before it plus its amount"
    if is_withheld(entry) and not allow_withheld:
        return (
            "its texts are withheld, so nothing proves its amount; "
            "if you accept that, add --allow-withheld"
        )
    return None


def verdict_on(entries, head, after, allow_withheld):
    """Whether all is right, and what is to be printed."""
    before = None
    for entry in entries:
        fault = fault_of(entry, before, after, allow_withheld)
        if fault:
            return False, f"account {entry['account_id']} entry {entry['sequence']}: {fault}"
        before = entry
    if head is not None and head != (before["entry_hash"] if before else NO_HASH):
        return False, f"the statement does not end at the entry with the hash {head}"
    if before is None and head is None:
        return (
            False,
            "there is no entry, so nothing was verified; if the account has none, add its ledger_hash",
        )
    if before is None:
        return True, "there is no entry"
    first, last = entries[0]["sequence"], before["sequence"]
    withheld = sum(map(is_withheld, entries))
    lines = [
        f"account {before['account_id']}: entries {first} to {last} are consistent",
        f"hashes computed again: {len(entries) - withheld} of {len(entries)}",
    ]
    if withheld > 0:
        lines.append(f"only links and balances checked, since texts are withheld: {withheld}")
    if head is None:
        lines.append(f"not checked: whether entries follow entry {last}")
    lines += [f"balance: {before['balance_after']} USD", f"hash: {before['entry_hash']}"]
    return True, "\n".join(lines)


def main():
    usage = "python3 verify.py <statement.jsonl> [ledger_hash] [--after entry_hash] [--allow-withheld]"
    parser = argparse.ArgumentParser(usage=usage)
    parser.add_argument("file", metavar="statement.jsonl")
    parser.add_argument("head", metavar="ledger_hash", nargs="?")
    parser.add_argument("--after", metavar="HASH", help="the hash of the entry before a part")
    parser.add_argument(
        "--allow-withheld", action="store_true", help="entries that cannot be verified are no fault"
    )
    options = parser.parse_intermixed_args()
    file = options.file
    try:
        with open(file, encoding="utf-8", newline="") as opened:
            entries = entries_in(opened.read())
        is_right, text = verdict_on(entries, options.head, options.after, options.allow_withheld)
    except (OSError, UnicodeError, NoStatement) as error:
        sys.stderr.write(f"{file}: {error}\n")
        return 2
    print(text)
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
