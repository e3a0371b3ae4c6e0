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


def get(path):
    """The JSON answer. Network errors, answers that are no JSON and code 111 are tried again with
    the very same URL; every other error ends the bot."""
    request = urllib.request.Request(
        f"{BASE_URL.rstrip('/')}/client/api/{path}", headers={"api-token": TOKEN}
    )
    for attempt in range(1, 6):
        try:
            try:
                body = urllib.request.urlopen(request, timeout=20).read()
            except urllib.error.HTTPError as error:
                body = error.read()  # The reason of an error stands in its body.
            # Decimal, because prices have up to 18 decimals and a float would round them.
            answer = json.loads(body, parse_float=Decimal)
            code = answer.get("code") if isinstance(answer, dict) else None
            if code is None:
                return answer
            if code != 111:
                sys.exit(f"The shop answered {code} to {path}: {answer['message']}")
        except (OSError, http.client.HTTPException, ValueError) as error:
            print(f"{path}: {error}", file=sys.stderr)
        print(f"No final answer to {path} (try {attempt} of 5).", file=sys.stderr)
        time.sleep(attempt * 2)
    sys.exit(f"The outcome of {path} is unknown; asking for the same address again later is safe.")


balance = Decimal(get("profile")["balance"])
products = get("products")
print(f"Balance: {balance} USD, products: {len(products)}")
buyable = [p for p in products if p["available"] and not p["params"]
           and p["product_type"] == "package" and p["price"] <= balance]
if not buyable:
    sys.exit("The shop lists no product without account fields that the balance can pay.")
product = min(buyable, key=lambda p: p["price"])
qty = product["qty_values"]["min"] if product["qty_values"] else "1"

# The uuid names this one purchase. It is made ONCE, before the first try: when an answer is lost,
# nobody knows whether the order exists. The same uuid again gets that order back, or places it if
# it never arrived; a new uuid could pay twice. A real bot stores it before it sends.
order_uuid = uuid.uuid4()
print(f"Ordering {product['name']} under order_uuid {order_uuid}")
order = get(f"newOrder/{product['id']}/params?qty={qty}&order_uuid={order_uuid}")["data"]
print(f"Order {order['order_id']}: {order['status']}, charged {order['price']} USD")

# "wait" is not final: ask again every minute or so until it is "accept" or "reject" (money back).
for seen in get(f"check?orders=[{order['order_id']}]")["data"]:
    print(f"Checked {seen['order_id']}: {seen['status']}, codes: {seen['replay_api'] or []}")
