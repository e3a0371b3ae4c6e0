#!/usr/bin/env python3
"""Shows that a client with urllib3's usual retries gets its error without sleeping for long.

    BASE_URL=http://127.0.0.1:3000 TOKEN=... python3 urllib3-retry.py

Run it while the shop is in maintenance ("souk maintenance on", or "on --orders", which refuses newOrder
alone), or while the account is beyond its limit of requests a minute. It needs urllib3 (pip install
urllib3). urllib3 sleeps the whole Retry-After of an answer before each retry, outside of its own time-out,
so an answer with "Retry-After: 60" would hold every call below for three minutes. Maintenance comes
without it; beyond a limit it is at most 2, and RateLimit-Reset says when to come back. It orders nothing:
its newOrder names no product. It exits with 1 if it slept in maintenance, or ever for more than 2 seconds
at a time; or if newOrder ended in neither, or a read neither so nor with success.
"""
import json
import os
import sys
import time
import uuid

import urllib3
from urllib3.exceptions import MaxRetryError
from urllib3.util import Retry

BASE_URL = os.environ.get("BASE_URL") or sys.exit("Set BASE_URL to the address of the shop.")
TOKEN = os.environ.get("TOKEN") or sys.exit("Set TOKEN to your API token.")
ORDER = f"newOrder/0/params?order_uuid={uuid.uuid4()}"
PATHS = [ORDER, "profile", "products", "catalog", "content/0", "check?orders=[]"]
LONGEST_PAUSE_SECONDS = 2

slept = []
# Recorded instead of slept, so that the script itself never hangs.
time.sleep = slept.append

retries = Retry(total=3, backoff_factor=0, status_forcelist=[429, 502, 503, 504])
pool = urllib3.PoolManager(retries=retries, timeout=8, headers={"api-token": TOKEN})
failed = False

for path in PATHS:
    url = f"{BASE_URL.rstrip('/')}/client/api/{path}"
    before = len(slept)
    try:
        # A redirect would take the token to another address.
        answer = pool.request("GET", url, redirect=False)
        if 300 <= answer.status < 400:
            sys.exit("The answer is a redirect, which is not followed: "
                     "set BASE_URL to the address of the shop itself.")
        outcome = f"HTTP {answer.status}"
        failed = failed or path == ORDER or answer.status != 200
    except MaxRetryError as error:
        # Like this the client sees the error. With raise_on_status=False it gets the last answer:
        last = pool.request("GET", url, redirect=False,
                            retries=retries.new(raise_on_status=False))
        body = json.loads(last.data)
        outcome = f"{error.reason}; code {body['code']}: {body['message']}"
        if last.status == 429:
            # The moment at which to send the same request again; until then other work goes on.
            outcome += f"; admitted again in {last.headers['RateLimit-Reset']} s"
        else:
            failed = failed or body["code"] != 130 or len(slept) > before
    print(f"{path}: {outcome}")

print(f"slept {sum(slept):g} seconds in {len(slept)} pauses")
sys.exit(1 if failed or any(pause > LONGEST_PAUSE_SECONDS for pause in slept) else 0)
