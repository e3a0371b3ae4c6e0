<?php
// Buys the cheapest product that needs no account fields. PHP 7.4+, no packages.
//   BASE_URL=http://127.0.0.1:3000 TOKEN=... php bot.php
// It places a real order with the account's real balance.
$baseUrl = getenv('BASE_URL') ?: fail('Set BASE_URL to the address of the shop.');
$token = getenv('TOKEN') ?: fail('Set TOKEN to your API token.');

function fail(string $message)
{
    fwrite(STDERR, $message . "\n");
    exit(1);
}

// The JSON answer. Network errors, answers that are no JSON and code 111 are tried again with the
// very same URL; every other error ends the bot.
function get(string $path): array
{
    global $baseUrl, $token;
    $context = stream_context_create(['http' => [
        'header' => "api-token: $token",
        'timeout' => 20,
        'ignore_errors' => true, // The reason of an error stands in its body.
    ]]);
    for ($try = 1; $try <= 5; $try++) {
        $body = @file_get_contents(rtrim($baseUrl, '/') . "/client/api/$path", false, $context);
        $answer = $body === false ? null : json_decode($body, true);
        if (is_array($answer) && !isset($answer['code'])) {
            return $answer;
        }
        if (is_array($answer) && $answer['code'] !== 111) {
            fail("The shop answered {$answer['code']} to $path: {$answer['message']}");
        }
        fwrite(STDERR, "No final answer to $path (try $try of 5).\n");
        sleep($try * 2);
    }
    fail("The outcome of $path is unknown; asking for the same address again later is safe.");
}

$balance = get('profile')['balance'];
$products = get('products');
echo "Balance: $balance USD, products: " . count($products) . "\n";

// Floats are good enough to choose by price; never add up money with them.
$buyable = array_filter($products, fn ($p) => $p['available'] && $p['params'] === []
    && $p['product_type'] === 'package' && $p['price'] <= (float) $balance);
usort($buyable, fn ($a, $b) => $a['price'] <=> $b['price']);
$product = $buyable[0]
    ?? fail('The shop lists no product without account fields that the balance can pay.');
$qty = $product['qty_values']['min'] ?? '1';

// The uuid names this one purchase. It is made ONCE, before the first try: when an answer is lost,
// nobody knows whether the order exists. The same uuid again gets that order back, or places it if
// it never arrived; a new uuid could pay twice. A real bot stores it before it sends.
$bytes = random_bytes(16);
$bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40); // version 4
$bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80); // variant of RFC 9562
$uuid = vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
echo "Ordering {$product['name']} under order_uuid $uuid\n";
$order = get("newOrder/{$product['id']}/params?qty=$qty&order_uuid=$uuid")['data'];
echo "Order {$order['order_id']}: {$order['status']}, charged {$order['price']} USD\n";

// "wait" is not final: ask again every minute or so until it is "accept" or "reject" (money back).
foreach (get("check?orders=[{$order['order_id']}]")['data'] as $seen) {
    $codes = implode(', ', $seen['replay_api'] ?? []);
    echo "Checked {$seen['order_id']}: {$seen['status']}, codes: $codes\n";
}
