#!/usr/bin/env python3
"""Buys the cheapest product that needs no account fields. Python 3.8+, standard library only.

    BASE_URL=http://127.0.0.1:3000 TOKEN=... python3 bot.py

It places a real order with the account's real balance.
"""
import http.client
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
PAUSE = float(os.environ.get("PAUSE", "2"))

# docs/api.md, "Sending again". After these codes the very same request is sent again:
AGAIN = {111, 130, 500}
# After these no order exists under the key. All others say nothing about earlier requests.
NO_ORDER = {100, 105, 106, 107, 109, 110, 112, 113, 114, 117, 118, 119, *range(600, 700)}


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect is not followed, as it would take the token to another address."""

    def redirect_request(self, *_):
        return None


opener = urllib.request.build_opener(NoRedirect)


def is_ok(answer):
    return isinstance(answer, list) or (isinstance(answer, dict) and answer.get("status") == "OK")


def ask(path):
    """The JSON answer, be it an error. After network errors, HTTP 5xx, answers that are none of the shop's and the
    codes of AGAIN, the very same URL is asked again. None if there is no final answer."""
    request = urllib.request.Request(
        f"{BASE_URL.rstrip('/')}/client/api/{path}", headers={"api-token": TOKEN}
    )
    for attempt in range(1, 6):
        pause = attempt * PAUSE
        try:
            try:
                response = opener.open(request, timeout=20)
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
        print(f"No final answer to {path}: {reason} (try {attempt} of 5).", file=sys.stderr)
        if attempt < 5:
            time.sleep(pause)
    return None


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


def store(text):
    """Returns when the file is on the disk, and its name in the folder: a crash of the machine must not lose the key."""
    with open(ORDER_FILE, "x") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    if os.name == "posix":  # Windows cannot open folders.
        folder = os.open(os.path.dirname(os.path.abspath(ORDER_FILE)), os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


# The uuid names this one purchase. It is made ONCE and stored BEFORE the first try: when an answer is lost, nobody
# knows whether the order exists. The same request again gets that order back, or places it if it never arrived; a new
# uuid could pay twice. So the file is deleted only when the outcome is known, and the next run goes on with it.
if not os.path.exists(ORDER_FILE):
    store(choose())
with open(ORDER_FILE) as file:
    path = file.read().strip()
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
os.remove(ORDER_FILE)

# "wait" is not final, "accept" and "reject" (money back) are. This looks once; a bot that goes on follows orders/changes.
for seen in get(f"check?orders=[{order['order_id']}]")["data"]:
    print(f"Checked {seen['order_id']}: {seen['status']}, codes: {seen['replay_api'] or []}")
