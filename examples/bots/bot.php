<?php
// Buys the cheapest product that needs no account fields. PHP 7.4+, no packages.
//   BASE_URL=http://127.0.0.1:3000 TOKEN=... php bot.php
// It places a real order with the account's real balance.
$baseUrl = getenv('BASE_URL') ?: fail('Set BASE_URL to the address of the shop.');
$token = getenv('TOKEN') ?: fail('Set TOKEN to your API token.');
$orderFile = getenv('ORDER_FILE') ?: 'bot-order.txt';
$pauseUnit = getenv('PAUSE') === false ? 2.0 : (float) getenv('PAUSE');

// docs/api.md, "Sending again". After these codes the very same request is sent again:
const AGAIN = [111, 130, 500];
// After these, and 600 to 699, no order exists under the key. All others say nothing about earlier requests.
const NO_ORDER = [100, 105, 106, 107, 109, 110, 112, 113, 114, 117, 118, 119];

function fail(string $message)
{
    fwrite(STDERR, $message . "\n");
    exit(1);
}

function isOk(array $answer): bool
{
    // A list has no status.
    return ($answer['status'] ?? (array_values($answer) === $answer ? 'OK' : '')) === 'OK';
}

// The JSON answer, be it an error. After network errors, HTTP 5xx, answers that are none of the shop's and the codes of
// AGAIN, the very same URL is asked again. Null if there is no final answer.
function ask(string $path): ?array
{
    global $baseUrl, $token, $pauseUnit;
    $context = stream_context_create(['http' => [
        'header' => "api-token: $token",
        'timeout' => 20,
        'follow_location' => 0, // A redirect would take the token to another address.
        'ignore_errors' => true, // The reason of an error stands in its body.
    ]]);
    for ($try = 1; $try <= 5; $try++) {
        $pause = $try * $pauseUnit;
        $reason = 'no answer';
        $http_response_header = [];
        $body = @file_get_contents(rtrim($baseUrl, '/') . "/client/api/$path", false, $context);
        $headers = implode("\n", $http_response_header);
        $status = preg_match('~^HTTP/\S+ (\d+)~', $headers, $found) ? (int) $found[1] : 0;
        if ($status >= 300 && $status < 400) {
            fail('The answer is a redirect, which is not followed: set BASE_URL to the address of the shop itself.');
        }
        $answer = $body === false ? null : json_decode($body, true);
        if (is_array($answer) && $status < 400 && isOk($answer)) {
            return $answer;
        }
        if (is_array($answer) && ($answer['status'] ?? '') === 'ERROR') {
            $code = $answer['code'] ?? 0;
            $reason = "code $code";
            if ($status < 500 && !in_array($code, AGAIN, true)) {
                return $answer;
            }
            // Without Retry-After, these two end in minutes rather than in seconds.
            $pause = in_array($code, [111, 130], true) ? 30 * $pauseUnit : $pause;
            if (preg_match('~^Retry-After: *(\d+)~mi', $headers, $found)) {
                $pause = (int) $found[1];
            }
        }
        fwrite(STDERR, "No final answer to $path: $reason, HTTP $status (try $try of 5).\n");
        if ($try < 5) {
            usleep((int) ($pause * 1000000));
        }
    }
    return null;
}

function get(string $path): array
{
    $answer = ask($path);
    if ($answer === null || !isOk($answer)) {
        fail("$path: " . ($answer === null ? 'the shop does not answer' : json_encode($answer)));
    }
    return $answer;
}

// The path of a new order.
function choose(): string
{
    $balance = get('profile')['balance'];
    $products = get('products');
    echo "Balance: $balance USD, products: " . count($products) . "\n";
    // Floats are good enough to choose by price; never add up money with them.
    $buyable = array_filter($products, fn ($p) => $p['available'] && $p['params'] === []
        && $p['product_type'] === 'package' && $p['price'] <= (float) $balance);
    usort($buyable, fn ($a, $b) => $a['price'] <=> $b['price']);
    $product = $buyable[0]
        ?? fail('The shop lists no product without account fields that the balance can pay.');
    echo "Ordering {$product['name']}\n";
    $qty = $product['qty_values']['min'] ?? '1';
    $bytes = random_bytes(16);
    $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40); // version 4
    $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80); // variant of RFC 9562
    $uuid = vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    // The uuid is last: without its end, it would be refused.
    return "newOrder/{$product['id']}/params?qty=$qty&order_uuid=$uuid";
}

// Returns when the file is on the disk, and its name in the folder: a crash of the machine must not lose the key.
// PHP can do that from 8.1 on, and on Windows for the file alone.
function store(string $text): void
{
    global $orderFile;
    $file = fopen($orderFile, 'x') ?: fail("$orderFile cannot be written.");
    $isWritten = fwrite($file, $text) === strlen($text) && fflush($file);
    $canSync = function_exists('fsync');
    if (!$isWritten || ($canSync && !fsync($file)) || !fclose($file)) {
        fail("$orderFile cannot be written.");
    }
    $folder = $canSync ? @fopen(dirname($orderFile), 'r') : false;
    if ($folder) {
        @fsync($folder);
        fclose($folder);
    }
}

// The uuid names this one purchase. It is made ONCE and stored BEFORE the first try: when an answer is lost, nobody
// knows whether the order exists. The same request again gets that order back, or places it if it never arrived; a new
// uuid could pay twice. So the file is deleted only when the outcome is known, and the next run goes on with it.
if (!file_exists($orderFile)) {
    store(choose());
}
$path = trim(file_get_contents($orderFile));
echo "Sending $path\n";
$answer = ask($path);
if ($answer === null) {
    fail("The outcome is unknown. Run this again: the order is kept in $orderFile.");
}
if (!isOk($answer)) {
    $code = $answer['code'];
    $error = "$code " . ($answer['message'] ?? '');
    if (!in_array($code, NO_ORDER, true) && ($code < 600 || $code > 699)) {
        fail("Earlier tries may have ordered; see $orderFile: $error");
    }
    // A lost try may still arrive. Once the key is sealed, no order can come to be under it.
    $uuid = explode('order_uuid=', $path)[1];
    $seen = get("check?orders=[$uuid]&uuid=1&seal=1");
    if (in_array($uuid, $seen['sealed'] ?? [], true)) {
        unlink($orderFile);
        fail("There is no order: $error");
    }
    $answer = ['data' => $seen['data'][0] ?? []];
}
$order = $answer['data'] ?? [];
if (!isset($order['order_id'])) {
    fail("The answer holds no order; see $orderFile.");
}
echo "Order {$order['order_id']}: {$order['status']}, charged {$order['price']} USD\n";
unlink($orderFile);

// "wait" is not final, "accept" and "reject" (money back) are. This looks once; a bot that goes on follows orders/changes.
foreach (get("check?orders=[{$order['order_id']}]")['data'] as $seen) {
    $codes = implode(', ', $seen['replay_api'] ?? []);
    echo "Checked {$seen['order_id']}: {$seen['status']}, codes: $codes\n";
}
