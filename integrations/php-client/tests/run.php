<?php

/**
 * What needs no server: repeats and the check of webhooks. Prints a line for each rule; ends with 1 at the first that
 * is broken.
 */

declare(strict_types=1);

use Breakwater\AddressCheck;
use Breakwater\Answer;
use Breakwater\ApiException;
use Breakwater\BillingSide;
use Breakwater\BudgetTransport;
use Breakwater\Cache;
use Breakwater\Client;
use Breakwater\Comparison;
use Breakwater\ConnectionException;
use Breakwater\Customer;
use Breakwater\Difference;
use Breakwater\Explanation;
use Breakwater\MonthlyUsage;
use Breakwater\OrderException;
use Breakwater\Price;
use Breakwater\Provisioning;
use Breakwater\Reconciliation;
use Breakwater\ServiceOrder;
use Breakwater\ServiceSync;
use Breakwater\StateWords;
use Breakwater\Texts;
use Breakwater\Transport;
use Breakwater\Webhook;
use Breakwater\WebhookException;

require __DIR__ . '/../autoload.php';

/** Answers one after the other; null loses the request on the way. */
final class ScriptedTransport implements Transport
{
    /** @var list<Answer|null> */
    private $answers;

    /** @var list<array{headers: array<string, string>, body: string|null, url: string}> */
    public $sent = [];

    public function __construct(?Answer ...$answers)
    {
        $this->answers = $answers;
    }

    public function send(string $method, string $url, array $headers, ?string $body): Answer
    {
        $this->sent[] = ['headers' => $headers, 'body' => $body, 'url' => $url];
        $answer = array_shift($this->answers);
        if ($answer === null) {
            throw new ConnectionException('lost');
        }
        return $answer;
    }
}

function rule(string $name, callable $isKept): void
{
    if ($isKept() !== true) {
        fwrite(STDERR, "broken: $name\n");
        exit(1);
    }
    echo "$name\n";
}

/** The class of what is thrown; null: nothing. */
function thrownBy(callable $work): ?string
{
    try {
        $work();
    } catch (\Throwable $thrown) {
        return get_class($thrown);
    }
    return null;
}

function answer(int $status, array $headers = [], string $text = '{}'): Answer
{
    return new Answer($status, $headers, $text);
}

function client(ScriptedTransport $transport, array $options = []): Client
{
    return new Client('https://security.example.com/', " key\n", $options, $transport);
}

const NOW = ['retry-after' => '0'];

rule('a change that was lost is sent again with the same body under the same key', static function () {
    $transport = new ScriptedTransport(null, answer(200));
    client($transport)->post('/billing/suspend', ['endpoint_id' => 'e']);
    return count($transport->sent) === 2 && $transport->sent[0] === $transport->sent[1]
        && strlen($transport->sent[0]['headers']['Idempotency-Key']) === 32;
});
rule('each call has a key of its own, unless it is given one', static function () {
    $transport = new ScriptedTransport(answer(200), answer(200), answer(200));
    $client = client($transport);
    $client->post('/billing/suspend');
    $client->post('/billing/suspend');
    $client->post('/billing/suspend', [], 'order-1');
    $keys = array_map(static function (array $sent): string {
        return $sent['headers']['Idempotency-Key'];
    }, $transport->sent);
    return count(array_unique($keys)) === 3 && $keys[2] === 'order-1';
});
rule('reads have no key', static function () {
    $transport = new ScriptedTransport(answer(503, NOW), answer(200));
    client($transport)->get('/account');
    return count($transport->sent) === 2 && !isset($transport->sent[0]['headers']['Idempotency-Key']);
});
rule('what takes no key is repeated only where it was refused before anything was done', static function () {
    $refused = new ScriptedTransport(answer(429, NOW), answer(201, [], '{"data":{"redirect_url":"u"}}'));
    $lost = new ScriptedTransport(null, answer(201));
    $failed = new ScriptedTransport(answer(502, NOW), answer(201));
    $call = static function (ScriptedTransport $transport): callable {
        return static function () use ($transport) {
            return client($transport)->signInUrl(['client_id' => 1]);
        };
    };
    return $call($refused)() === 'u' && !isset($refused->sent[0]['headers']['Idempotency-Key'])
        && thrownBy($call($lost)) === ConnectionException::class && count($lost->sent) === 1
        && thrownBy($call($failed)) === ApiException::class && count($failed->sent) === 1;
});
rule('a server that asks to wait for long is not waited for', static function () {
    $transport = new ScriptedTransport(answer(429, ['retry-after' => '3600']), answer(200));
    try {
        client($transport)->get('/account');
    } catch (ApiException $refused) {
        return $refused->retryAfterSeconds() === 3600 && count($transport->sent) === 1;
    }
    return false;
});
rule('what is wrong is not repeated', static function () {
    $transport = new ScriptedTransport(answer(422), answer(200));
    return thrownBy(static function () use ($transport) {
        client($transport)->post('/x');
    }) === ApiException::class && count($transport->sent) === 1;
});
rule('an object without fields is sent as one, and blanks around the key are left out', static function () {
    $transport = new ScriptedTransport(answer(200));
    client($transport)->post('/billing/suspend');
    return $transport->sent[0]['body'] === '{}' && $transport->sent[0]['headers']['Authorization'] === 'Bearer key';
});
rule('no header can be smuggled in', static function () {
    $transport = new ScriptedTransport(answer(200));
    foreach (["a\r\nX-Evil: 1", "a\n"] as $key) {
        $thrown = thrownBy(static function () use ($transport, $key) {
            client($transport)->post('/x', [], $key);
        });
        if ($thrown !== InvalidArgumentException::class) {
            return false;
        }
    }
    return thrownBy(static function () {
        new Client('https://security.example.com', "key\r\nX-Evil: 1");
    }) === InvalidArgumentException::class;
});
rule('an address that is none is refused', static function () {
    foreach (['', 'security.example.com', 'https://a@b', 'https://a/b', 'ftp://a', 'https://a?b'] as $address) {
        $thrown = thrownBy(static function () use ($address) {
            new Client($address, 'key');
        });
        if ($thrown !== InvalidArgumentException::class) {
            return false;
        }
    }
    return true;
});
rule('a page of a proxy is told as what it is', static function () {
    $transport = new ScriptedTransport(answer(502, [], '<html>'), answer(502, [], '<html>'));
    try {
        client($transport, ['maxWaitSeconds' => 0])->get('/account');
    } catch (ApiException $refused) {
        return $refused->getMessage() === 'The server answered 502 without a reason.' && $refused->problem() === null;
    }
    return false;
});
rule('a website that answers every path is not taken for the API', static function () {
    foreach (['<html>', '', 'null', '"x"'] as $text) {
        $thrown = thrownBy(static function () use ($text) {
            client(new ScriptedTransport(answer(200, [], $text)))->account();
        });
        if ($thrown !== ApiException::class) {
            return false;
        }
    }
    return client(new ScriptedTransport(answer(204, [], '')))->delete('/x') === [];
});
rule('the key is in nothing that is printed, thrown or stored', static function () {
    ini_set('zend.exception_ignore_args', '0');
    $client = new Client('https://security.example.com', 'bw_secret_key', [], new ScriptedTransport(answer(401)));
    $printed = print_r($client, true) . print_r($client->inSandbox(), true);
    ob_start();
    var_dump($client);
    $printed .= ob_get_clean();
    $failures = [];
    foreach (
        [
            static function () use ($client) {
                $client->get('/account');
            },
            static function () {
                new Client('nowhere', 'bw_secret_key');
            },
            static function () {
                $transport = new Breakwater\CurlTransport(1.0, 1.0);
                $client = new Client('http://127.0.0.1:9', 'bw_secret_key', ['attempts' => 1], $transport);
                $client->get('/account');
            },
        ] as $work
    ) {
        try {
            $work();
        } catch (\Throwable $thrown) {
            $failures[] = $thrown;
            $printed .= $thrown->getMessage();
            // Before PHP 8.2 traces cannot be kept from having arguments in them.
            $printed .= PHP_VERSION_ID >= 80200 ? $thrown . print_r($thrown->getTrace(), true) : '';
        }
    }
    $isStored = thrownBy(static function () use ($client) {
        serialize($client);
    }) !== LogicException::class;
    return count($failures) === 3 && !$isStored && strpos($printed, 'bw_secret') === false;
});
rule('usage is asked for in pages, and told as a whole', static function () {
    $transport = new ScriptedTransport(
        answer(200, [], '{"data":{"services":[{"service_id":1}],"has_more":true,"next_cursor":"c"}}'),
        answer(200, [], '{"data":{"services":[{"service_id":2}],"has_more":false,"next_cursor":null}}')
    );
    $services = client($transport)->usage('2026-11-01', '2026-12-01');
    return array_column($services, 'service_id') === [1, 2]
        && strpos($transport->sent[1]['url'], 'limit=1000&cursor=c') !== false;
});
rule('a list goes on behind each page', static function () {
    $transport = new ScriptedTransport(
        answer(200, [], '{"data":{"alerts":[{"id":1},{"id":2}],"next_cursor":"c+d"}}'),
        answer(200, [], '{"data":[{"id":3}],"meta":{"next_cursor":null}}')
    );
    $ids = [];
    foreach (client($transport)->each('/alerts', 'alerts', ['status' => 'open']) as $alert) {
        $ids[] = $alert['id'];
    }
    return $ids === [1, 2, 3]
        && $transport->sent[1]['url'] === 'https://security.example.com/api/v1/alerts?status=open&cursor=c%2Bd';
});

rule('a log ends where it says so, though it has a cursor to go on from later', static function () {
    $events = new ScriptedTransport(
        answer(200, [], '{"data":{"x":[{"id":1}],"next_cursor":"c","has_more":true}}'),
        answer(200, [], '{"data":{"x":[],"next_cursor":"c","has_more":false}}')
    );
    $ids = array_column(iterator_to_array(client($events)->each('/events', 'x', ['q' => 1]), false), 'id');
    return $ids === [1] && parse_url($events->sent[1]['url'], PHP_URL_QUERY) === 'q=1&cursor=c';
});
rule('a list that says that more is left and gives no way to it is no whole list', static function () {
    $pages = [
        '{"data":{"x":[{"id":1}],"next_cursor":null,"has_more":true}}',
        '{"data":{"x":[],"has_more":true}}',
        '{"data":{"x":[{"id":1}],"total":2,"has_more":true}}',
        '{"data":[{"id":1}],"links":{"next":"https://h/x?per_page=1&page=2"},"meta":{"total":2}}',
        '{"data":[{"id":1}],"links":{"next":null},"meta":{"current_page":1,"per_page":1,"total":5}}',
        '{"data":{"x":[{"id":1}],"total":2}}',
        '{"data":{"x":[{"id":1}],"next_cursor":"c","has_more":true}}',
        '{"data":[{"id":1}],"links":{"next":"/x?page=2"}}',
    ];
    foreach ($pages as $page) {
        $thrown = thrownBy(static function () use ($page) {
            $transport = new ScriptedTransport(...array_fill(0, 9, answer(200, [], $page)));
            iterator_to_array(client($transport)->each('/x', 'x'), false);
        });
        if ($thrown !== Breakwater\BreakwaterException::class) {
            return false;
        }
    }
    return true;
});
rule('a name that says whose data is meant is never left out because it is null', static function () {
    $transport = new ScriptedTransport(answer(200), answer(200, [], '{"data":{"services":[]}}'));
    $client = client($transport);
    $calls = [
        static function () use ($client) {
            $client->usage('2026-11-01', '2026-12-01', null);
        },
    ];
    $names = (new ReflectionClassConstant(Client::class, 'SCOPES'))->getValue();
    foreach ($names as $name) {
        $calls[] = static function () use ($client, $name) {
            $client->get('/alerts', [$name => null]);
        };
        $calls[] = static function () use ($client, $name) {
            iterator_to_array($client->each('/alerts', 'alerts', [$name => null]));
        };
        $calls[] = static function () use ($client, $name) {
            $client->delete('/whitelists/1', [$name => null]);
        };
    }
    foreach ($calls as $call) {
        if (thrownBy($call) !== InvalidArgumentException::class) {
            return false;
        }
    }
    $client->get('/alerts', ['status' => null, 'limit' => 5]);
    $client->usage('2026-11-01', '2026-12-01');
    return count($names) > 3 && count($transport->sent) === 2
        && parse_url($transport->sent[0]['url'], PHP_URL_QUERY) === 'limit=5';
});
rule('a key that is in use is waited for, and is no attempt', static function () {
    $inUse = answer(409, NOW, '{"error":{"code":"IDEMPOTENCY_KEY_IN_USE"}}');
    $transport = new ScriptedTransport(null, $inUse, $inUse, answer(200, [], '{"data":{"id":1}}'));
    $isAnswered = client($transport)->post('/x') === ['data' => ['id' => 1]];
    $stuck = new ScriptedTransport($inUse, $inUse, $inUse);
    $thrown = thrownBy(static function () use ($stuck) {
        client($stuck, ['maxWaitSeconds' => 1])->post('/x');
    });
    $other = new ScriptedTransport(answer(409, NOW, '{"error":{"code":"RULE_ALREADY_EXISTS"}}'), answer(200));
    return $isAnswered && count($transport->sent) === 4 && $thrown === ApiException::class && count($stuck->sent) === 2
        && count(array_unique(array_column(array_column($transport->sent, 'headers'), 'Idempotency-Key'))) === 1
        && thrownBy(static function () use ($other) {
            client($other)->post('/x');
        }) === ApiException::class && count($other->sent) === 1;
});

$known = [
    'body' => '{"type":"webhook.test","timestamp":"2026-03-20T09:46:40.000Z","data":{}}',
    'headers' => [
        'webhook-id' => '01990b6e-7a10-7c3e-9f55-2f6b8f0c1a2d',
        'webhook-timestamp' => '1774000000',
        'webhook-signature' => 'v1,FrkRDzedM9eXu/3iMK58ZFjJo2m53CP5G0dBWtjIM2Y=',
    ],
    'secret' => 'whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=',
    'now' => 1774000000,
];
$other = [
    'secret' => 'whsec_AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=',
    'signature' => 'v1,udB6WSTY7S3F1pb+Q3XEsqHUsUgzvvCpc/sfWrkRYH0=',
];
$verify = static function (array $change) use ($known): array {
    $case = array_replace_recursive($known, $change);
    return Webhook::verify($case['body'], $case['headers'], $case['secret'], 300, $case['now']);
};
rule('a webhook that is signed gives its event', static function () use ($verify, $known) {
    $event = $verify([]);
    return $event['id'] === $known['headers']['webhook-id'] && $event['type'] === 'webhook.test'
        && $event['data'] === [];
});
rule('headers are taken as PHP has them', static function () use ($known) {
    $server = ['REQUEST_METHOD' => 'POST', 'argc' => 1];
    foreach ($known['headers'] as $name => $value) {
        $server['HTTP_' . strtoupper(str_replace('-', '_', $name))] = $value;
    }
    return Webhook::verify($known['body'], $server, $known['secret'], 300, $known['now'])['type'] === 'webhook.test';
});
rule('either secret is right while it is being rotated', static function () use ($verify, $known, $other) {
    $both = 'v1a,AAAA ' . $other['signature'] . ' ' . $known['headers']['webhook-signature'];
    $verify(['headers' => ['webhook-signature' => $both]]);
    $verify(['headers' => ['webhook-signature' => $both], 'secret' => $other['secret']]);
    $case = $known;
    Webhook::verify($case['body'], $case['headers'], [$other['secret'], $case['secret']], 300, $case['now']);
    return true;
});
rule('whatever else is refused', static function () use ($verify, $known, $other) {
    $changes = [
        ['secret' => $other['secret']],
        ['body' => str_replace('{}', '{ }', $known['body'])],
        ['headers' => ['webhook-id' => 'x']],
        ['headers' => ['webhook-timestamp' => '1774000001']],
        ['headers' => ['webhook-timestamp' => '1e9']],
        ['headers' => ['webhook-signature' => '']],
        ['headers' => ['webhook-signature' => $other['signature'] . ',' . $known['headers']['webhook-signature']]],
        ['now' => $known['now'] + 301],
        ['now' => $known['now'] - 301],
    ];
    foreach ($changes as $change) {
        $thrown = thrownBy(static function () use ($verify, $change) {
            $verify($change);
        });
        if ($thrown !== WebhookException::class) {
            return false;
        }
    }
    return true;
});

/** Answers with these `data`, one after the other. */
function answers(array ...$data): ScriptedTransport
{
    return new ScriptedTransport(...array_map(static function (array $each): Answer {
        return answer(200, [], json_encode(['data' => $each]));
    }, $data));
}

/** What was sent, as `action fields`. */
function actions(ScriptedTransport $transport): array
{
    return array_map(static function (array $sent): string {
        return basename((string) parse_url($sent['url'], PHP_URL_PATH)) . ' ' . $sent['body'];
    }, $transport->sent);
}

function order(array $fields): ServiceOrder
{
    return new ServiceOrder(array_merge(['client_id' => 7, 'service_id' => 11, 'product_slug' => 'endpoint'], $fields));
}

function refusal(int $status, ?string $code, array $more = [], array $headers = []): ApiException
{
    $error = $code === null ? [] : ['error' => ['code' => $code, 'message' => 'As it is.'] + $more];
    return new ApiException(answer($status, $headers + ['x-request-id' => 'r-1'], json_encode($error + $more)));
}

rule('a refusal is explained with what to do, the code and the request', static function () {
    return Explanation::of(refusal(403, 'TENANT_MISMATCH')) === 'The API key belongs to another portal domain: the '
            . 'address of the server has to be that of the portal domain that the key was made for. '
            . '(TENANT_MISMATCH, request ID r-1)'
        && Explanation::of(refusal(409, 'OF_LATER_VERSIONS')) === 'As it is. (OF_LATER_VERSIONS, request ID r-1)'
        && Explanation::of(refusal(502, null)) === 'The monitoring service answered 502: it is safe to try again. '
            . '(status 502, request ID r-1)';
});
rule('a downgrade that is refused says what is used and what is allowed', static function () {
    $details = ['details' => ['current_usage' => 8, 'new_limit' => 5]];
    return Explanation::of(refusal(422, 'DOWNGRADE_USAGE_EXCEEDED', $details)) === 'The customer uses 8, and the new '
        . 'plan or quantity allows 5: nothing was changed. At least 3 must be removed in the portal first. '
        . '(DOWNGRADE_USAGE_EXCEEDED, request ID r-1)';
});
rule('wrong input, pauses and lost connections are explained, in one line of bounded length', static function () {
    $wrong = ['errors' => ['a' => ['One.'], 'b' => ["Two\nlines", 'Three.', 'Four.']]];
    $long = Explanation::of(new ConnectionException(str_repeat('ä', 5000)));
    return Explanation::of(refusal(422, null, $wrong)) === 'One. Two lines. Three. And 1 more. '
            . '(status 422, request ID r-1)'
        && strpos(Explanation::of(refusal(429, null, [], ['retry-after' => '9'])), 'try again in 9 seconds') !== false
        && Explanation::of(new ConnectionException('No way')) === 'No way. It is safe to try again.'
        && strlen($long) < 450 && preg_match('~^.*$~Du', $long) === 1;
});
rule('every attempt at an action has a key of its own that names it', static function () {
    $transport = answers(['unknown_services' => []], ['unknown_services' => []]);
    $provisioning = new Provisioning(client($transport));
    $provisioning->suspend(order([]));
    $provisioning->suspend(order([]));
    [$first, $second] = array_column(array_column($transport->sent, 'headers'), 'Idempotency-Key');
    return $first !== $second && preg_match('~^sync-services-11-[0-9a-f]{32}$~D', $first) === 1;
});
rule('services are told in batches, and what came of it is gathered', static function () {
    $services = static function (): Generator {
        for ($id = 0; $id <= 501; $id++) {
            yield ['service_id' => $id, 'client_id' => 7, 'product_slug' => 'endpoint', 'status' => 'active'];
        }
    };
    $unknown = ['service_id' => 501, 'client_id' => 7, 'product_slug' => 'endpoint'];
    $report = ['port_monitoring' => ['newly_paused' => ['192.0.2.1'], 'unpaused' => []]];
    $transport = answers(
        ['changed' => 2, 'unknown_services' => [], 'enforcement' => ['7' => $report]],
        ['changed' => 0, 'unknown_services' => [$unknown], 'enforcement' => []]
    );
    $result = (new ServiceSync(client($transport), '1.0'))->run($services());
    return count($transport->sent) === 2 && $result->told() === 501 && $result->changed() === 2
        && $result->missing() === [$unknown + ['status' => 'active']] && count($result->leftOut()) === 1
        && !$result->isClean() && $result->customers() === [7] && $result->sentences() === [
            '501 services were told, 2 of them were corrected.',
            'Client 7: paused 192.0.2.1.',
            'Unknown to the monitoring service: 501.',
            '1 services have no usable id and were left out.',
        ];
});
rule('a synchronisation that fails says what was told and why it ended', static function () {
    $service = ['service_id' => 1, 'client_id' => 7, 'product_slug' => 'endpoint', 'status' => 'active'];
    $done = ['changed' => 1, 'unknown_services' => [], 'enforcement' => []];
    $transport = new ScriptedTransport(answer(200, [], json_encode(['data' => $done])), null, null);
    $report = (new ServiceSync(client($transport)))->run(array_fill(0, 1000, $service));
    $sentences = $report->sentences();
    return $report->told() === 500 && $report->failure() instanceof ConnectionException
        && end($sentences) === 'It ended early: lost. It is safe to try again.';
});
rule('a server that moves is monitored at its new address before it is ended at the old one', static function () {
    $at = ['endpoint_id' => 'new', 'status' => 'active'];
    $transport = answers($at + ['not_scanned' => null], $at, ['unknown_services' => []], $at);
    $id = (new Provisioning(client($transport)))->create(order(['endpoint_id' => 'old', 'ip_address' => '192.0.2.2']));
    $names = array_map(static function (string $action): string {
        return strtok($action, ' ');
    }, actions($transport));
    return $id === 'new' && $names === ['provision', 'provision', 'sync-services', 'provision'];
});
rule('a change is asked about before it is made, and what is refused is not made', static function () {
    $plan = order(['product_slug' => 'port_monitoring', 'plan_slug' => 'business', 'mrr' => 9.9]);
    $transport = answers(['changed' => true], ['changed' => true]);
    (new Provisioning(client($transport)))->change($plan);
    $terms = '"client_id":7,"service_id":11,"product_slug":"port_monitoring"';
    $refused = new ScriptedTransport(answer(422));
    $thrown = thrownBy(static function () use ($refused, $plan) {
        (new Provisioning(client($refused)))->change($plan);
    });
    return count($refused->sent) === 1 && $thrown === ApiException::class && actions($transport) === [
        'change-subscription {' . $terms . ',"new_plan_slug":"business","dry_run":true}',
        'change-subscription {' . $terms . ',"new_plan_slug":"business","mrr":9.9}',
    ];
});
rule('an order that nobody could carry out says what to set', static function () {
    $orders = [['client_id' => 0], ['service_id' => 0], ['product_slug' => 'vps'], ['product_slug' => '']];
    foreach ($orders as $fields) {
        $thrown = thrownBy(static function () use ($fields) {
            order($fields);
        });
        if ($thrown !== OrderException::class) {
            return false;
        }
    }
    return thrownBy(static function () {
        (new Provisioning(client(answers())))->create(order(['product_slug' => 'port_monitoring']));
    }) === OrderException::class;
});

rule('a price that the API does not take is not told, and every price is in one currency', static function () {
    $told = static function (?float $mrr): bool {
        return order(['mrr' => $mrr])->only('mrr') !== [];
    };
    return !$told(0.0) && !$told(null) && !$told(0.004) && !$told(10000.0) && !$told(-1.0)
        && $told(0.01) && $told(9999.99)
        && Price::monthly(120.0, 12) === 10.0 && Price::monthly(20000.0, 1) === null
        && Price::monthly(20000.0, 1, 160.0) === 125.0 && Price::monthly(5.0, 0) === null
        && Price::listed('1000000') === null && Price::listed('-1.00') === null && Price::listed('9.9') === '9.90'
        && Price::currency(' eur') === 'EUR' && Price::currency('€') === null;
});
rule('a name is one line that is short enough, and a company goes before a person', static function () {
    $name = str_repeat('ä', 300);
    $said = ['client_name' => "Tab\there &amp; there", 'hostname' => $name, 'client_email' => "a@example.org\n"];
    $order = order($said);
    $text = $order->only('client_name', 'client_email', 'hostname');
    return $text['client_name'] === 'Tab here & there' && $text['client_email'] === 'a@example.org'
        && $text['hostname'] === str_repeat('ä', 255)
        && Customer::fields('Söhne &amp; Co', 'Jane', 'Roe', 'x') === ['client_name' => 'Söhne & Co']
        && Customer::fields('', ' Jane', "Roe\r\n", 'j+1@example.org')
            === ['client_name' => 'Jane Roe', 'client_email' => 'j+1@example.org']
        && Customer::fields(null, [], '0', '') === ['client_name' => '0'];
});
rule('the limit of requests is waited for, up to a minute', static function () {
    $slept = [];
    $sleep = static function (float $seconds) use (&$slept): void {
        $slept[] = $seconds;
    };
    $transport = new ScriptedTransport(answer(429, ['retry-after' => '60']), answer(200));
    client($transport, ['sleep' => $sleep])->get('/account');
    return $slept === [60.0] && count($transport->sent) === 2;
});
rule('a server that nobody scans is not sold, and one that was sold already goes on', static function () {
    $never = ['not_scanned' => 'The address is in a range that is not scanned.', 'endpoint_id' => 'e'];
    $refused = answers($never);
    $thrown = thrownBy(static function () use ($refused) {
        (new Provisioning(client($refused)))->create(order(['ip_address' => '10.0.0.1']));
    });
    $goesOn = answers($never, $never + ['status' => 'active']);
    (new Provisioning(client($goesOn)))->create(order(['ip_address' => '10.0.0.1', 'endpoint_id' => 'e']));
    $back = answers($never + ['status' => 'paused'], []);
    (new Provisioning(client($back)))->unsuspend(order(['ip_address' => '10.0.0.1', 'endpoint_id' => 'e']));
    return $thrown === OrderException::class && count($refused->sent) === 1 && count($goesOn->sent) === 2
        && actions($back)[1] === 'resume {"endpoint_id":"e"}';
});
rule('what is renewed is active with its terms, whatever it was', static function () {
    $server = answers(['endpoint_id' => 'e', 'status' => 'paused', 'note' => 'It is there.'], [], []);
    $id = (new Provisioning(client($server)))->renew(order(['ip_address' => '192.0.2.1', 'mrr' => 5.0]));
    $plan = answers(['status' => 'suspended'], []);
    (new Provisioning(client($plan)))->renew(order(['product_slug' => 'port_monitoring', 'plan_slug' => 'starter']));
    $names = static function (ScriptedTransport $transport): array {
        return array_map(static function (string $action): string {
            return strtok($action, ' ');
        }, actions($transport));
    };
    return $id === 'e' && $names($server) === ['provision', 'resume', '11']
        && $names($plan) === ['provision-subscription', 'resume-subscription'];
});
rule('addresses are the same in whatever spelling', static function () {
    return AddressCheck::packed('2001:db8::1') === AddressCheck::packed(' 2001:0DB8:0:0::0001')
        && AddressCheck::packed('192.0.2.1') === AddressCheck::packed('::ffff:192.0.2.1')
        && AddressCheck::packed('192.0.2.1') !== AddressCheck::packed('192.0.2.2');
});
rule('sentences for staff name what their billing system has', static function () {
    $names = ['{create}' => 'use Re-sync'];
    return strpos(Explanation::of(refusal(404, 'SUBSCRIPTION_NOT_FOUND'), $names), 'service: use Re-sync first. (') > 0
        && strpos(Explanation::of(refusal(404, 'SUBSCRIPTION_NOT_FOUND')), 'service: create the service first. (') > 0
        && strpos(json_encode((new ReflectionClass(Explanation::class))->getConstants()), '{create}') > 0;
});
rule('what is remembered is forgotten in time, and lets so much through and no more', static function () {
    $now = 1000;
    $directory = sys_get_temp_dir() . '/state-' . bin2hex(random_bytes(8));
    $cache = new Cache($directory, static function () use (&$now): int {
        return $now;
    });
    $cache->set('a', ['b' => 1], 300);
    $isThere = $cache->get('a') === ['b' => 1] && $cache->get('b') === null;
    $taken = [];
    for ($i = 0; $i < 4; $i++) {
        $taken[] = $cache->takes('a', 3, 60);
    }
    $now += 60;
    $taken[] = $cache->takes('a', 3, 60);
    $now += 240;
    $isGone = $cache->get('a') === null;
    $isPrivate = (fileperms($directory) & 077) === 0;
    array_map('unlink', glob("$directory/*"));
    rmdir($directory);
    $none = new Cache(__FILE__ . '/none');
    $none->set('a', 1, 300);
    return $isThere && $isGone && $isPrivate && $taken === [true, true, true, false, true]
        && $none->get('a') === null && $none->takes('a', 0, 60);
});
rule('pages ask so often a minute, and what they may not ask is not sent', static function () {
    $directory = sys_get_temp_dir() . '/state-' . bin2hex(random_bytes(8));
    $transport = new ScriptedTransport(...array_fill(0, 9, answer(200)));
    $budget = new BudgetTransport($transport, new Cache($directory), 3);
    $thrown = [];
    for ($i = 0; $i < 5; $i++) {
        $thrown[] = thrownBy(static function () use ($budget) {
            $budget->send('GET', 'https://security.example.com/', [], null);
        });
    }
    array_map('unlink', glob("$directory/*"));
    rmdir($directory);
    return count($transport->sent) === 3
        && array_slice($thrown, 2) === [null, ConnectionException::class, ConnectionException::class];
});
rule('of one domain a page says what its checks came to, and of several how many were looked at', static function () {
    $state = ['open_alerts' => 0, 'alerts' => [], 'reason' => null, 'last_look_at' => null];
    $domain = ['domain' => 'shop.example', 'ok' => 7, 'wrong' => 3, 'unknown' => 1];
    $postures = [
        'servers' => null,
        'seen' => $domain + ['checked_at' => '2026-11-30T06:07:08Z'],
        'waiting' => $domain + ['checked_at' => null],
        'several' => ['total' => 4, 'looked_at' => 2],
    ];
    foreach (Texts::languages() as $language) {
        $lines = [];
        foreach ($postures as $which => $posture) {
            $lines[$which] = StateWords::of($state + ['posture' => $posture], Texts::in($language))['posture'];
        }
        preg_match_all('~\d+~', str_replace('2026-11-30 06:07', '', $lines['seen']), $seen);
        preg_match_all('~\d+~', $lines['several'], $several);
        $isRight = $lines['servers'] === '' && $seen[0] === ['7', '11', '3', '1'] && $several[0] === ['2', '4']
            && strpos($lines['seen'], 'shop.example') > 0 && strpos($lines['seen'], '2026-11-30 06:07 UTC') > 0
            && strpos($lines['waiting'], 'shop.example') > 0 && preg_match('~\d~', $lines['waiting']) === 0;
        if (!$isRight) {
            return false;
        }
    }
    // What an earlier version remembered has no posture.
    return StateWords::of($state, Texts::in('en'))['posture'] === '';
});
rule('an alert about a domain is named by its check, in every language', static function () {
    $alert = ['kind' => 'domain_posture', 'severity' => 'medium', 'title' => 'shop.example has no SPF record',
        'subject' => ['name' => 'shop.example'], 'first_detected_at' => '2026-11-30T06:07:08Z', 'facts' => []];
    $titles = static function (string $check) use ($alert): array {
        $state = ['open_alerts' => 1, 'alerts' => [$alert + ['evidence' => ['check' => $check]]], 'reason' => null,
            'last_look_at' => null, 'posture' => null];
        return array_map(static function (string $language) use ($state): string {
            return StateWords::of($state, Texts::in($language))['alerts'][0]['title'];
        }, Texts::languages());
    };
    $checks = ['name_servers', 'dnssec', 'mx', 'spf', 'dkim', 'dmarc', 'mta_sts', 'tls_rpt', 'caa', 'registration',
        'dangling'];
    foreach ($checks as $check) {
        if (in_array($alert['title'], $titles($check), true)) {
            return false;
        }
    }
    return in_array('Not in order: SPF', $titles('spf'), true) && array_unique($titles('later')) === [$alert['title']];
});
rule('usage is told by month, and the finished month once more on the first two days', static function () {
    $months = static function (string $day): array {
        return array_map(static function (array $month): string {
            return gmdate('Y-m-d', $month['start']) . ' ' . gmdate('Y-m-d', $month['end']);
        }, MonthlyUsage::months((int) strtotime("$day UTC")));
    };
    return $months('2026-03-01 00:00:00') === ['2026-02-01 2026-03-01', '2026-03-01 2026-03-02']
        && $months('2026-01-02 23:59:59') === ['2025-12-01 2026-01-01', '2026-01-01 2026-01-03']
        && $months('2026-03-03 00:00:00') === ['2026-03-01 2026-03-04'];
});

/** A service as it is sold here. */
function sold(int $id, ?string $status, array $fields = []): array
{
    $order = new ServiceOrder($fields + ['service_id' => $id, 'client_id' => 5, 'product_slug' => 'port_monitoring',
        'plan_slug' => 'starter', 'client_name' => 'Jane', 'mrr' => 9.9]);
    return ['order' => $order, 'status' => $status];
}

/** A service as GET /services lists it. */
function listed(int $id, array $fields = [], ?string $status = 'active'): array
{
    $plan = ['plan_slug' => 'starter', 'mrr' => 9.9];
    $subscription = ['product_slug' => 'port_monitoring', 'quantity' => 1, 'status' => $status] + $plan;
    $customer = ['billing_customer_id' => 5, 'name' => 'Jane', 'email' => null];
    return $fields + $customer + $plan + ['service_id' => $id, 'servers' => [], 'product_slug' => 'port_monitoring',
        'subscriptions' => $status === null ? [] : [$subscription]];
}

/** A single server as GET /services lists it. */
function listedServer(int $id, string ...$addresses): array
{
    $servers = array_map(static function (string $address): array {
        return ['id' => $address, 'ip_address' => $address, 'status' => 'active', 'quota_paused' => false];
    }, $addresses);
    return listed($id, ['product_slug' => 'endpoint', 'servers' => $servers], null);
}

/** What differs; with an exclamation mark what staff decide. Client 6 was sold services here, client 7 never. */
function compared(array $ours, array $theirs): array
{
    $hasSold = static function (int $serviceId, int $clientId): bool {
        return $clientId < 7;
    };
    return array_map(static function (Difference $each): string {
        $name = "{$each->serviceId()} {$each->label()}: {$each->here()} | {$each->there()}";
        return $each->isSafe() ? $name : "$name!";
    }, iterator_to_array(Comparison::of($ours, $theirs, $hasSold), false));
}

rule('what is equal differs in nothing, and what is ended or only ordered needs nothing there', static function () {
    $server = ['product_slug' => 'endpoint', 'ip_address' => '192.0.2.1'];
    $slots = ['product_slug' => 'domain_monitoring', 'quantity' => 2, 'plan_slug' => null];
    $slots += ['status' => 'active', 'mrr' => 9.9];
    $ours = [
        sold(1, 'active'), sold(2, 'suspended'), sold(3, 'cancelled'), sold(4, 'cancelled'), sold(5, null),
        sold(6, 'active', $server), sold(7, 'active', ['quantity' => 2, 'product_slug' => 'domain_monitoring']),
        sold(8, 'active', ['mrr' => 0]),
    ];
    $theirs = [
        listed(1), listed(2, [], 'suspended'), listed(3, [], 'cancelled'), listedServer(6, '192.0.2.1'),
        listed(7, ['subscriptions' => [$slots]]), listed(8),
        // Ended elsewhere, or of a customer who adds servers by himself.
        listed(9, ['billing_customer_id' => 7], 'cancelled'), listed(10, ['billing_customer_id' => 7], null),
    ];
    return compared($ours, $theirs) === [];
});

rule('what only one side has is named, and repaired without asking if it was ever sold here', static function (): bool {
    $two = static function (int $first, int $second): array {
        return [listed(3, ['billing_customer_id' => $first]), listed(3, ['billing_customer_id' => $second])];
    };
    return compared([sold(2, 'active')], []) === ['2 only here: active | ']
        && compared([], [listed(1), listed(9, ['billing_customer_id' => 7])])
            === ['1 only there (port_monitoring):  | active', '9 only there (port_monitoring):  | active!']
        && compared([sold(3, 'active')], [listed(3, ['billing_customer_id' => 6])]) === ['3 client: 5 | 6']
        && compared([sold(3, 'active')], [listed(3, ['billing_customer_id' => 7])]) === ['3 client: 5 | 7!']
        && compared([sold(3, 'cancelled')], [listed(3, ['billing_customer_id' => 6])])
            === ['3 only there (port_monitoring):  | active']
        && compared([sold(3, 'active')], $two(5, 7)) === ['3 only there (port_monitoring):  | active!']
        // Whose of the two it was nobody knows.
        && count(compared([sold(3, 'active')], $two(6, 7))) === 3
        && compared([sold(3, 'active', ['product_slug' => 'domain_monitoring'])], [listed(3)])
            === ['3 only here: active | ', '3 only there (port_monitoring):  | active'];
});

rule('state, plan, quantity, price, address, name and e-mail address are compared', static function (): bool {
    $slots = ['product_slug' => 'domain_monitoring', 'quantity' => 2, 'plan_slug' => null];
    $slots += ['status' => 'active', 'mrr' => 9.9];
    $server = ['product_slug' => 'endpoint', 'ip_address' => '2001:DB8::1', 'plan_slug' => null];
    $mail = ['client_email' => 'jane@example.org', 'client_name' => 'Jané'];
    return compared([sold(1, 'active')], [listed(1, [], 'suspended')]) === ['1 state: active | suspended']
        && compared([sold(1, 'suspended')], [listed(1, [], 'cancelled')]) === ['1 state: suspended | cancelled']
        && compared([sold(1, 'cancelled')], [listed(1)]) === ['1 state: cancelled | active']
        && compared([sold(1, null)], [listed(1)]) === ['1 state: only ordered | active!']
        && compared([sold(1, 'active', ['plan_slug' => 'business', 'mrr' => 20])], [listed(1)])
            === ['1 plan: business | starter', '1 price: 20.00 | 9.90']
        && compared([sold(1, 'active', ['product_slug' => 'domain_monitoring', 'quantity' => 3])], [
            listed(1, ['subscriptions' => [$slots]]),
        ]) === ['1 quantity: 3 | 2']
        && compared([sold(1, 'active', $server)], [listedServer(1, '2001:db8:0::1')]) === []
        && compared([sold(1, 'active', $server)], [listedServer(1, '192.0.2.1')])
            === ['1 address: 2001:DB8::1 | 192.0.2.1']
        && compared([sold(1, 'active', $server)], [listedServer(1, '2001:db8::1', '192.0.2.1')])
            === ['1 address: 2001:DB8::1 | 2001:db8::1, 192.0.2.1']
        && compared([sold(1, 'active', $mail), sold(2, 'active', $mail)], [listed(1), listed(2)])
            === ['1 name: Jané | Jane', '1 e-mail address: jane@example.org | '];
});

rule('both sides are gone through in the memory of one number', static function (): bool {
    $ours = (static function (): Generator {
        for ($id = 1; $id <= 50000; $id++) {
            yield sold($id, 'active');
        }
    })();
    $theirs = (static function (): Generator {
        for ($id = 1; $id <= 50000; $id++) {
            yield listed($id, [], $id % 10000 === 0 ? 'suspended' : 'active');
        }
    })();
    $before = memory_get_peak_usage();
    $count = 0;
    $hasSold = static function (): bool {
        return false;
    };
    foreach (Comparison::of($ours, $theirs, $hasSold) as $difference) {
        $count += 1;
    }
    return $count === 5 && memory_get_peak_usage() - $before < 1000000;
});

/** As many services as are sold here, in pages by cursor; counts what it was asked. */
final class ManyServices implements Transport
{
    /** @var array<string, int> */
    public $asked = ['POST' => 0, 'GET' => 0];

    public function send(string $method, string $url, array $headers, ?string $body): Answer
    {
        $this->asked[$method] += 1;
        if ($method === 'POST') {
            $data = ['changed' => 0, 'unchanged' => 500, 'unknown_services' => [], 'enforcement' => []];
            return new Answer(200, [], json_encode(['data' => $data]));
        }
        parse_str((string) parse_url($url, PHP_URL_QUERY), $query);
        $first = (int) ($query['cursor'] ?? 1);
        $services = array_map('listed', range($first, $first + $query['limit'] - 1));
        $next = $first + count($services);
        $more = ['has_more' => $next <= 5000, 'next_cursor' => $next <= 5000 ? (string) $next : null];
        return new Answer(200, [], json_encode(['data' => ['services' => $services] + $more]));
    }
}

/** Sells 5,000 services, and has no more of them in memory than is asked for. */
final class ManySold implements BillingSide
{
    public function services(?int $serviceId = null): iterable
    {
        for ($id = 1; $id <= 5000; $id++) {
            yield sold($id, 'active');
        }
    }

    public function hasSold(int $serviceId, int $clientId): bool
    {
        return false;
    }

    public function repair(int $serviceId, bool $isAnew): void
    {
        throw new LogicException('nothing is to be repaired');
    }

    public function forget(int $serviceId, int $clientId): void
    {
    }
}

rule('5,000 services are compared by twenty requests, and never all in memory', static function (): bool {
    $transport = new ManyServices();
    $client = new Client('https://security.example.com', 'bwk_x', [], $transport);
    $before = memory_get_peak_usage();
    $report = (new Reconciliation($client, new ManySold()))->run('1.0.0');
    return $report->isClean() && $report->told()->told() === 5000 && $transport->asked === ['POST' => 10, 'GET' => 10]
        && memory_get_peak_usage() - $before < 6000000;
});
