<?php

/**
 * The life of orders against a real server: php life.php MODULE-DIRECTORY, with BREAKWATER_URL and BREAKWATER_API_KEY.
 * Prints a line for each rule; ends with 1 at the first that is broken.
 */

declare(strict_types=1);

require __DIR__ . '/harness.php';

$key = getenv('BREAKWATER_API_KEY');
$host = new Host($argv[1], []);
$host->client(7, '"><script>alert(7)</script>', 'seven@example.org');
$host->client(8, 'Ada', 'ada@example.org');
$server = ['kind' => 'endpoint', 'plan_slug' => 'starter'];
$plan = ['kind' => 'port_monitoring', 'plan_slug' => 'professional'];
$slots = ['kind' => 'domain_monitoring', 'domains' => 2];
$clean = static function () use ($host) {
    $sentences = $host->api('Admin')->sync();
    return count($sentences) === 1 && strpos($sentences[0], ', 0 of them') !== false ? true : $sentences;
};
$refused = static function (callable $work): ?string {
    try {
        $work();
    } catch (\FOSSBilling\InformationException $failure) {
        return $failure->getMessage();
    }
    return null;
};

rule('settings are kept only if they lead to an account, and never show the key', static function () use (
    $host,
    $key,
    $refused
) {
    $wrong = $refused(static function () use ($host, $key) {
        $host->api('Admin')->save_settings(['url' => getenv('BREAKWATER_URL'), 'api_key' => $key . 'x']);
    });
    $none = $refused(static function () use ($host) {
        $host->api('Admin')->save_settings(['url' => 'nowhere', 'api_key' => 'k']);
    });
    $kept = $host->config === [];
    $name = $host->api('Admin')->save_settings(['url' => getenv('BREAKWATER_URL'), 'api_key' => $key]);
    $host->api('Admin')->save_settings(['url' => getenv('BREAKWATER_URL'), 'api_key' => '']);
    $shown = json_encode($host->api('Admin')->settings());
    return $name === 'Northwind Hosting' && $kept && strpos($wrong, 'API key is not valid') !== false
        && strpos($wrong, $key) === false && $none !== null && strpos($shown, $key) === false
        && $host->config['api_key'] === $key;
});
rule('what a customer says does not change the product, and no bad address is taken', static function () use (
    $host,
    $server,
    $refused
) {
    $config = Box\Mod\Servicebreakwater\Monitoring::orderConfig($server, [
        'plan_slug' => 'enterprise',
        'kind' => 'domain_monitoring',
        'ip_address' => '1.1.1.1',
        'evil' => 1,
    ]);
    foreach (['', '10.0.0.1', '300.1.1.1', ['1.1.1.1']] as $address) {
        $isRefused = $refused(static function () use ($host, $server, $address) {
            $host->order(7, $server, ['ip_address' => $address]);
        });
        if ($isRefused !== 'Enter the public IP address of the server.') {
            return $address;
        }
    }
    return $config === $server + ['ip_address' => '1.1.1.1'];
});

$one = $host->order(7, $server, ['ip_address' => '1.1.1.1', 'hostname' => str_repeat('a', 300)]);
$two = $host->order(7, $server, ['ip_address' => '1.1.1.2', 'hostname' => '<b>web</b>.example.com']);
$many = $host->order(8, $plan, []);
$domains = $host->order(8, $slots, [], ['quantity' => 2]);
rule('an order that is activated is monitored, and doing it again is harmless', static function () use (
    $host,
    $two,
    $many,
    $domains,
    $clean
) {
    foreach ([$two, $many, $domains] as $order) {
        $problem = $host->move($order, 'activate');
        if ($problem !== null) {
            return $problem;
        }
    }
    $before = $host->service->find($two)['endpoint_id'];
    $row = $host->di['db']->load('client_order', $two);
    $host->service->activate($row, $host->di['db']->load('service_breakwater', $row->service_id));
    return $before !== null && $before === $host->service->find($two)['endpoint_id'] ? $clean() : $before;
});
rule('what cannot be activated says why, and can be activated later', static function () use ($host, $one, $refused) {
    $problem = $host->move($one, 'activate');
    $failed = $host->di['db']->load('client_order', $one)->status;
    $config = ['hostname' => 'web1.example.com'] + $host->service->find($one)['config'];
    $host->di['db']->exec('UPDATE client_order SET config = :c WHERE id = :id', [
        ':c' => json_encode($config),
        ':id' => $one,
    ]);
    return strpos((string) $problem, 'hostname') !== false && $failed === 'failed_setup'
        && $host->move($one, 'activate') === null ? true : $problem;
});
rule('suspended, active again, cancelled, and back: both sides are equal after each', static function () use (
    $host,
    $one,
    $many,
    $domains,
    $clean
) {
    foreach ([$one, $many, $domains] as $order) {
        foreach (['suspend', 'unsuspend', 'renew', 'suspend', 'cancel', 'uncancel'] as $action) {
            $problem = $host->move($order, $action) ?? $clean();
            if ($problem !== true) {
                return [$action, $order, $problem];
            }
        }
    }
    return true;
});
rule('an upgrade can be tried first, and a downgrade below what is used says by how much', static function () use (
    $host,
    $many,
    $refused
) {
    $admin = $host->api('Admin');
    $admin->change(['order_id' => $many, 'plan_slug' => 'starter', 'dry_run' => '1']);
    $tried = $host->service->find($many)['config']['plan_slug'];
    $api = new Breakwater\Client(getenv('BREAKWATER_URL'), getenv('BREAKWATER_API_KEY'));
    foreach (range(1, 6) as $last) {
        $api->post('/billing/provision', ['client_id' => 8, 'ip_address' => "1.0.0.$last"]);
    }
    $sentence = $refused(static function () use ($admin, $many) {
        $admin->change(['order_id' => $many, 'plan_slug' => 'starter']);
    });
    $kept = $host->service->find($many)['config']['plan_slug'];
    $admin->change(['order_id' => $many, 'plan_slug' => 'business']);
    return $tried === 'professional' && $kept === 'professional'
        && strpos((string) $sentence, 'uses 6, and the new plan or quantity allows 5') !== false
        && $host->service->find($many)['config']['plan_slug'] === 'business' ? true : [$tried, $kept, $sentence];
});
rule('staff without the permission change nothing', static function () use ($host, $many, $refused) {
    $admin = $host->api('Admin');
    $admin->refused = ['manage', 'manage_settings'];
    foreach (['change', 'sync', 'settings', 'save_settings'] as $method) {
        $isRefused = $refused(static function () use ($admin, $method, $many) {
            $admin->$method(['order_id' => $many, 'plan_slug' => 'starter']);
        });
        if ($isRefused === null) {
            return $method;
        }
    }
    return true;
});
rule('a customer is signed in for an order of their own, and sees no other', static function () use (
    $host,
    $one,
    $refused
) {
    $url = $host->api('Client', 7)->sign_in_url(['order_id' => $one]);
    $foreign = $refused(static function () use ($host, $one) {
        $host->api('Client', 8)->sign_in_url(['order_id' => $one]);
    });
    $foreignState = $refused(static function () use ($host, $one) {
        $host->api('Client', 8)->state(['order_id' => $one]);
    });
    $state = $host->api('Client', 7)->state(['order_id' => $one]);
    return strpos($url, '/sso?token=') !== false && $foreign === 'Order not found' && $foreignState === $foreign
        && array_column($state['servers'], 'ip_address') === ['1.1.1.1']
        && $state['looked_at'] === false ? true : [$url, $foreign, $state];
});
rule('the cron job repairs what was changed by hand, once a day, and keeps troubles to itself', static function () use (
    $host,
    $one,
    $two,
    $server,
    $clean
) {
    $api = new Breakwater\Client(getenv('BREAKWATER_URL'), getenv('BREAKWATER_API_KEY'));
    $api->post('/billing/suspend', ['endpoint_id' => $host->service->find($one)['endpoint_id']]);
    $api->post('/billing/terminate', ['endpoint_id' => $host->service->find($two)['endpoint_id']]);
    $said = ['ip_address' => '1.1.1.9', 'hostname' => 'new.example.com'];
    $new = $host->order(7, $server, $said, ['status' => 'active']);
    $host->log = [];
    $host->cron();
    $untold = $host->log;
    $host->parameters = [];
    $host->cron();
    $told = implode(' ', $host->log);
    $url = $host->config['url'];
    $host->config['url'] = 'http://127.0.0.1:9';
    $host->parameters = [];
    $host->cron();
    $trouble = implode(' ', array_slice($host->log, -1));
    $host->config['url'] = $url;
    return $untold === [] && strpos($told, "Order $new was created again.") !== false
        && strpos($trouble, 'could not be reached') !== false && $host->parameters === [] ? $clean() : $host->log;
});
rule('whatever happened to orders, both sides are equal in every one', static function () use (
    $host,
    $server,
    $plan,
    $slots,
    $clean
) {
    mt_srand((int) (getenv('HISTORIES_SEED') ?: 1));
    $actions = ['activate', 'suspend', 'unsuspend', 'cancel', 'uncancel', 'renew'];
    foreach (range(1, (int) (getenv('HISTORIES') ?: 6)) as $history) {
        $client = 100 + $history;
        $host->client($client, "Client $client", "c$client@example.org");
        $address = sprintf('1.2.%d.%d', $history >> 7, 1 + ($history & 127));
        $order = $host->order(
            $client,
            [$server, $plan, $slots][mt_rand(0, 2)],
            ['ip_address' => $address, 'hostname' => 'h.example.com']
        );
        $steps = [];
        foreach (range(1, 5) as $step) {
            $steps[] = $actions[$step === 1 ? 0 : mt_rand(0, 5)];
            $problem = $host->move($order, end($steps));
            if ($problem !== null && $problem !== 'not possible') {
                return [$history, $steps, $problem];
            }
        }
        $equal = $clean();
        if ($equal !== true) {
            return [$history, $steps, $equal];
        }
    }
    return true;
});
rule('a deleted order is monitored no more, and the key stands in no log', static function () use ($host, $one, $key) {
    $row = $host->di['db']->load('client_order', $one);
    $id = $host->service->find($one)['endpoint_id'];
    $host->service->delete($row, $host->di['db']->load('service_breakwater', $row->service_id));
    $api = new Breakwater\Client(getenv('BREAKWATER_URL'), $key);
    ob_start();
    var_dump($host->service, $api, new Box\Mod\Servicebreakwater\Monitoring($host->config));
    $host->di['mod_config'] = null;
    ob_end_clean();
    try {
        $status = $api->get("/endpoints/$id/detail", ['billing_customer_id' => 7])['data']['status'];
    } catch (Breakwater\ApiException $absent) {
        $status = 'terminated';
    }
    return $status === 'terminated' && strpos(json_encode($host->log), $key) === false ? true : $status;
});
