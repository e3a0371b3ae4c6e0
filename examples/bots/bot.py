#!/usr/bin/env python3
"""Buys the cheapest product that needs no account fields, and follows the order until it is decided.

    BASE_URL=http://127.0.0.1:3000 TOKEN=... python3 bot.py

It places a real order with the account's real balance. Python 3.8+, standard library only.
Ends with 0 when its orders are decided, 75 while one still waits at a shop without a feed of orders, or where the token
lacks the scope books: run it again later; and with 1 after anything else, which it names.
Never let two runs at once use the same files.
"""
import http.client
import itertools
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid
from decimal import Decimal

BASE_URL = os.environ.get("BASE_URL") or sys.exit("Set BASE_URL to the address of the shop.")
TOKEN = os.environ.get("TOKEN") or sys.exit("Set TOKEN to your API token.")
ORDER_FILE = os.environ.get("ORDER_FILE", "bot-order.txt")
FEED_FILE = os.environ.get("FEED_FILE", "bot-feed.json")
PAUSE = float(os.environ.get("PAUSE", "2"))

# docs/api.md, "Sending again". After these codes the very same request is sent again:
AGAIN = {111, 130, 500}
# After these no order exists under the key. All others say nothing about earlier requests.
NO_ORDER = {100, 105, 106, 107, 109, 110, 112, 113, 114, 117, 118, 119, *range(600, 700)}
# After these there is no feed: an older shop, and a token without the scope books.
NO_FEED = {404, 124}
STILL_WAITING = 75  # EX_TEMPFAIL of sysexits.h


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect is not followed, as it would take the token to another address."""

    def redirect_request(self, *_):
        return None


opener = urllib.request.build_opener(NoRedirect)


def is_ok(answer):
    return isinstance(answer, list) or (isinstance(answer, dict) and answer.get("status") == "OK")


def ask(path, tries=5):
    """The JSON answer, be it an error. After network errors, HTTP 5xx, answers that are none of the shop's and the
    codes of AGAIN, the very same URL is asked again; for ever if tries is None. None if there is no final answer."""
    request = urllib.request.Request(
        f"{BASE_URL.rstrip('/')}/client/api/{path}", headers={"api-token": TOKEN}
    )
    for attempt in itertools.count(1):
        pause = min(attempt, 5) * PAUSE
        try:
            try:
                response = opener.open(request, timeout=30)  # The feed may take 20 seconds.
            except urllib.error.HTTPError as error:
                response = error  # The reason of an error stands in its body.
            if 300 <= response.status < 400:
                sys.exit("The answer is a redirect, which is not followed: "
                         "set BASE_URL to the address of the shop itself.")
            reason = f"HTTP {response.status}"
            # Decimal, because prices have up to 18 decimals and a float would round them.
            answer = json.loads(response.read(), parse_float=Decimal)
            if response.status < 400 and is_ok(answer):
                return answer
            if isinstance(answer, dict) and answer.get("status") == "ERROR":
                code = answer.get("code")
                reason = f"code {code}"
                if response.status < 500 and code not in AGAIN:
                    return answer
                # Without Retry-After, these two end in minutes rather than in seconds.
                seconds = response.headers.get("Retry-After")
                pause = float(seconds or (30 * PAUSE if code in (111, 130) else pause))
        except (OSError, http.client.HTTPException, ValueError) as error:
            reason = error
        print(f"No final answer to {path}: {reason} (try {attempt}).", file=sys.stderr)
        if attempt == tries:
            return None
        time.sleep(pause)


def get(path):
    answer = ask(path)
    if answer is None or not is_ok(answer):
        sys.exit(f"{path}: {answer or 'the shop does not answer'}")
    return answer


def choose():
    """The path of a new order."""
    balance = Decimal(get("profile")["balance"])
    products = get("products")
    print(f"Balance: {balance} USD, products: {len(products)}")
    buyable = [p for p in products if p["available"] and not p["params"]
               and p["product_type"] == "package" and p["price"] <= balance]
    if not buyable:
        sys.exit("The shop lists no product without account fields that the balance can pay.")
    product = min(buyable, key=lambda p: p["price"])
    print(f"Ordering {product['name']}")
    qty = product["qty_values"]["min"] if product["qty_values"] else "1"
    # The uuid is last: without its end, it would be refused.
    return f"newOrder/{product['id']}/params?qty={qty}&order_uuid={uuid.uuid4()}"


def write(name, text, mode):
    """Returns when the text is on the disk."""
    with open(name, mode) as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def sync_folder(name):
    """Returns when the names in the folder of the file are on the disk."""
    if os.name == "posix":  # Windows cannot open folders.
        folder = os.open(os.path.dirname(os.path.abspath(name)), os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


# What was done, and the cursor behind it, are stored together: the file is replaced as a whole.
feed = {"cursor": None, "waiting": []}
if os.path.exists(FEED_FILE):
    with open(FEED_FILE) as stored:
        feed = json.load(stored)


def store_feed():
    write(f"{FEED_FILE}.new", json.dumps(feed), "w")
    os.replace(f"{FEED_FILE}.new", FEED_FILE)
    sync_folder(FEED_FILE)


def present_cursor():
    """The cursor behind all that has happened; None where there is no feed."""
    answer = ask("orders/changes?since=now")
    if isinstance(answer, dict):
        if answer.get("cursor"):
            return answer["cursor"]
        if answer.get("code") in NO_FEED:
            return None
    sys.exit(f"orders/changes: {answer or 'the shop does not answer'}. "
             f"This run has not sent the order; it is kept in {ORDER_FILE}.")


def buy():
    # The uuid names this one purchase. It is made ONCE and stored BEFORE the first try: when an answer is lost, nobody
    # knows whether the order exists. The same request again gets that order back, or places it if it never arrived; a
    # new uuid could pay twice. So the file is deleted only when the outcome is known, and the next run goes on with it.
    if not os.path.exists(ORDER_FILE):
        write(ORDER_FILE, choose(), "x")
        sync_folder(ORDER_FILE)
    with open(ORDER_FILE) as file:
        path = file.read().strip()
    if not feed["cursor"]:
        # Before the order is sent: what happens to it comes behind this cursor.
        feed["cursor"] = present_cursor()
    print(f"Sending {path}")
    answer = ask(path)
    if answer is None:
        sys.exit(f"The outcome is unknown. Run this again: the order is kept in {ORDER_FILE}.")
    if not is_ok(answer):
        error = f"{answer.get('code')} {answer.get('message')}"
        if answer.get("code") not in NO_ORDER:
            sys.exit(f"Earlier tries may have ordered; see {ORDER_FILE}: {error}")
        # A lost try may still arrive. Once the key is sealed, no order can come to be under it.
        key = path.split("order_uuid=")[1]
        seen = get(f"check?orders=[{key}]&uuid=1&seal=1")
        if key in seen.get("sealed", []):
            os.remove(ORDER_FILE)
            sys.exit(f"There is no order: {error}")
        answer = {"data": seen["data"][0] if seen["data"] else None}
    order = answer.get("data") if isinstance(answer, dict) else None
    if not order or "order_id" not in order:
        sys.exit(f"The answer holds no order; see {ORDER_FILE}.")
    print(f"Order {order['order_id']}: {order['status']}, charged {order['price']} USD")
    if order["order_id"] not in feed["waiting"]:
        feed["waiting"].append(order["order_id"])
    # Also without a feed: before it buys again, the next run looks for what waits.
    store_feed()
    os.remove(ORDER_FILE)


def fail_unknown(keys):
    """Ends. The orders are kept: it may be this run that asks another shop, or for another account."""
    sys.exit("\n".join(f"The shop does not know {key}: check BASE_URL and TOKEN, and ask its owner. "
                       f"Nothing is bought while it stands in {FEED_FILE}." for key in keys))


def tell(event, order):
    """The state wait is not final, accept and reject (money back) are. The same order may be told again."""
    key = order["order_id"]
    if key not in feed["waiting"]:
        return
    if order.get("codes_unavailable"):
        # The shop cannot read the codes at present; check is 111 until it can.
        orders = get(f"check?orders=[{key}]")["data"]
        order = orders[0] if orders else fail_unknown([key])
    print(f"{event} {key}: {order['status']}, codes: {order['replay_api'] or []}", flush=True)
    if order["status"] != "wait":
        feed["waiting"].remove(key)


def check():
    """Compares the orders that are waited for with what the shop has."""
    orders = get(f"check?orders=[{','.join(feed['waiting'])}]")["data"]
    there = [order["order_id"] for order in orders]
    unknown = [key for key in feed["waiting"] if key not in there]
    for order in orders:
        tell("checked", order)
    store_feed()
    if unknown:
        fail_unknown(unknown)


def follow():
    """docs/api.md, "orders/changes"."""
    while feed["waiting"]:
        asked = time.monotonic()
        answer = ask(f"orders/changes?since={feed['cursor']}&wait=20", tries=None)
        if not is_ok(answer):
            if answer.get("code") in NO_FEED:
                return check()
            sys.exit(f"orders/changes: {answer}")
        if answer.get("restarted"):
            check()  # The shop was restored, and its events begin anew.
        for event in answer["data"]:
            tell(event["event"], event)
        is_quiet = not answer["data"] and answer["cursor"] == feed["cursor"]
        feed["cursor"] = answer["cursor"]
        store_feed()
        if is_quiet and time.monotonic() - asked < 10:
            # An empty answer before its time: the shop has no place for those who wait, or stops.
            time.sleep(PAUSE)


# A run that was ended while its order waited is gone on with before anything is bought.
is_new = not feed["waiting"]
if not is_new:
    check()
if is_new or os.path.exists(ORDER_FILE):
    buy()
    check()
if feed["cursor"]:
    follow()
if feed["waiting"]:
    print(f"Still waiting for {','.join(feed['waiting'])}: run this again.", file=sys.stderr)
    sys.exit(STILL_WAITING)
