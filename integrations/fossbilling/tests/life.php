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
        'ip_address' => '127.1.1.1',
        'evil' => 1,
    ]);
    foreach (['', '300.1.1.1', '169.254.1.1', 'web1.example.com', ['127.1.1.1']] as $address) {
        $isRefused = $refused(static function () use ($host, $server, $address) {
            $host->order(7, $server, ['ip_address' => $address]);
        });
        if (strpos((string) $isRefused, 'Please enter the IP address of your server: ') !== 0) {
            return $address;
        }
    }
    $private = $refused(static function () use ($host, $server) {
        $host->order(7, $server, ['ip_address' => '10.0.0.1']);
    });
    $unsold = $refused(static function () use ($host) {
        $host->order(7, ['kind' => 'vps'], []);
    });
    return $config === $server + ['ip_address' => '127.1.1.1']
        && $private === 'The address 10.0.0.1 cannot be monitored: it is not one of the public internet.'
        && $unsold === 'This product cannot be ordered at the moment.'
        && strpos(end($host->log), 'The product does not say what it sells') !== false ? true : [$private, $unsold];
});

$one = $host->order(7, $server, ['ip_address' => '127.1.1.1', 'hostname' => str_repeat('a', 300) . "\t"]);
$two = $host->order(7, $server, ['ip_address' => '127.1.1.2', 'hostname' => '<b>web</b>.example.com']);
$many = $host->order(8, $plan, []);
$domains = $host->order(8, $slots, [], ['quantity' => 2]);
rule('an order that is activated is monitored, and doing it again is harmless', static function () use (
    $host,
    $two,
    $many,
    $domains,
    $clean
) {
    $made = $host->di['db']->made;
    foreach ([$two, $many, $domains] as $order) {
        $problem = $host->move($order, 'activate');
        if ($problem !== null) {
            return $problem;
        }
    }
    if ($host->di['db']->made !== $made) {
        return 'a table is made while an order is';
    }
    $before = $host->service->find($two)['endpoint_id'];
    $row = $host->di['db']->load('client_order', $two);
    $host->service->activate($row, $host->di['db']->load('service_breakwater', $row->service_id));
    return $before !== null && $before === $host->service->find($two)['endpoint_id'] ? $clean() : $before;
});
rule('names and prices that the API would not take are no reason to refuse an order', static function () use (
    $host,
    $one,
    $server
) {
    $prices = [];
    $host->client(9, "Tab\there", 'nine@example.org');
    foreach ([[0, 'EUR'], [20000, 'EUR'], [20000, 'JPY'], [0.001, 'EUR']] as $at => [$price, $currency]) {
        $said = ['ip_address' => "127.1.2.$at", 'hostname' => "a\tb"];
        $order = $host->order(9, $server, $said, ['price' => $price, 'currency' => $currency]);
        $problem = $host->move($order, 'activate') ?? $host->move($order, 'renew');
        if ($problem !== null) {
            return [$price, $problem];
        }
        $prices[$order] = $order;
    }
    $api = new Breakwater\Client(getenv('BREAKWATER_URL'), getenv('BREAKWATER_API_KEY'));
    $customer = $api->get('/customers/9')['data'];
    $told = array_column($customer['services'], 'mrr', 'service_id');
    return $host->move($one, 'activate') === null && $customer['name'] === 'Tab here'
        && array_values(array_intersect_key($told, $prices)) === [null, null, 125, null] ? true : $customer;
});
rule('a plan that there is not is not kept, and an order that failed takes its product anew', static function () use (
    $host,
    $refused
) {
    $wrong = ['kind' => 'port_monitoring', 'plan_slug' => 'profesional'];
    $kept = $refused(static function () use ($host, $wrong) {
        $host->api('Admin')->save_product(['id' => 1, 'config' => $wrong]);
    });
    $host->client(10, 'Ten', 'ten@example.org');
    $order = $host->order(10, $wrong, []);
    $failed = $host->move($order, 'activate');
    $product = (int) $host->di['db']->load('client_order', $order)->product_id;
    $right = ['plan_slug' => 'professional'] + $wrong;
    $host->api('Admin')->save_product(['id' => $product, 'config' => $right]);
    $again = $host->move($order, 'activate');
    return strpos((string) $kept, 'There is no plan “profesional”: choose one of starter, ') === 0
        && isset($host->api('Admin')->plans()['professional']) && $failed !== null && $again === null
        && $host->service->find($order)['config']['plan_slug'] === 'professional' ? true : [$kept, $failed, $again];
});
rule('two orders for one address are refused before payment, and when they are activated', static function () use (
    $host,
    $server,
    $two,
    $refused
) {
    $paid = $refused(static function () use ($host, $server) {
        $host->order(7, $server, ['ip_address' => '127.1.1.2']);
    });
    $other = $host->order(8, $server, ['ip_address' => '127.1.1.2']);
    // As staff make one, who are nobody's customer.
    $host->signedIn = null;
    $config = ['ip_address' => '127.1.1.2'] + $server;
    $host->service->validateOrderData($config);
    $more = ['client_id' => 7, 'service_type' => 'breakwater', 'status' => 'pending_setup', 'period' => '1M'];
    $copy = new Row('client_order', $more + ['quantity' => 1, 'price' => 1, 'config' => json_encode($config)]);
    $problem = $host->move($host->di['db']->store($copy), 'activate');
    $host->di['db']->exec("UPDATE client_order SET status = 'canceled' WHERE id = :id", [':id' => $copy->id]);
    return $paid === 'The address 127.1.1.2 is monitored for you already.'
        && $host->move($other, 'activate') === null
        && $problem === "Order #$two of the same client monitors this IP address already." ? true : [$paid, $problem];
});
rule('a cart with an address twice, or with one that its client has, becomes no orders', static function () use (
    $host,
    $server,
    $slots,
    $refused
) {
    $told = [];
    foreach ([['127.1.5.1', '127.1.5.2'], ['127.1.5.1', '::ffff:127.1.5.1'], ['127.1.1.2']] as $cart => $addresses) {
        foreach ($addresses as $address) {
            $host->putIntoCart($cart, $server, ['ip_address' => $address]);
        }
        $host->putIntoCart($cart, $slots, []);
        $told[] = $refused(static function () use ($host, $cart) {
            $host->checkout($cart, 7);
        });
    }
    return $told === [
        null,
        'The address ::ffff:127.1.5.1 is monitored for you already.',
        'The address 127.1.1.2 is monitored for you already.',
    ] ? true : $told;
});
rule('a renewal that failed can be made again, and what was paid for is active meanwhile', static function () use (
    $host,
    $many,
    $one,
    $clean
) {
    $api = new Breakwater\Client(getenv('BREAKWATER_URL'), getenv('BREAKWATER_API_KEY'));
    $url = $host->config['url'];
    foreach ([$many, $one] as $order) {
        $host->move($order, 'suspend');
        $host->config['url'] = 'http://127.0.0.1:9';
        $failed = $host->move($order, 'renew');
        $host->config['url'] = $url;
        $status = $host->di['db']->load('client_order', $order)->status;
        $again = $host->move($order, 'renew');
        $isClean = $clean();
        if ($failed === null || $status !== 'failed_renew' || $again !== null || $isClean !== true) {
            return [$order, $failed, $status, $again, $isClean];
        }
    }
    $host->move($many, 'suspend');
    $host->di['db']->exec("UPDATE client_order SET status = 'failed_renew' WHERE id = :id", [':id' => $many]);
    $host->api('Admin')->sync();
    $subscriptions = array_column($api->get('/customers/8')['data']['subscriptions'], 'status', 'service_id');
    return $subscriptions[$many] === 'active' && $host->move($many, 'renew') === null ? true : $subscriptions;
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
        $api->post('/billing/provision', ['client_id' => 8, 'ip_address' => "127.0.9.$last"]);
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
    $host->refused = ['manage', 'manage_settings'];
    foreach (['change', 'sync', 'resync', 'scan', 'differences', 'settle', 'settings', 'save_settings'] as $method) {
        $isRefused = $refused(static function () use ($admin, $method, $many) {
            $admin->$method(['order_id' => $many, 'plan_slug' => 'starter']);
        });
        if ($isRefused === null) {
            return $method;
        }
    }
    $host->refused = [];
    return true;
});
rule('staff can scan and re-sync an order, and see state, capacity and the way to the console', static function () use (
    $host,
    $one,
    $many,
    $refused,
    $clean
) {
    $admin = $host->api('Admin');
    $api = new Breakwater\Client(getenv('BREAKWATER_URL'), getenv('BREAKWATER_API_KEY'));
    $api->post('/billing/suspend', ['endpoint_id' => $host->service->find($one)['endpoint_id']]);
    $admin->resync(['order_id' => $one]);
    $scanned = $refused(static function () use ($admin, $many) {
        $admin->scan(['order_id' => $many]);
    });
    $state = $admin->state(['order_id' => $many]);
    $own = $admin->state(['order_id' => $one]);
    return $clean() === true && $state['problem'] === null && $state['capacity']['usage'] === 6
        && $own['servers'][0]['ip_address'] === '127.1.1.1' && count($own['servers']) === 1
        && substr($own['console'], -20) === '/console/customers/7'
        && strpos((string) $scanned, 'cans are not available') !== false ? true : [$state, $own, $scanned];
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
        && $state['is_known'] && $state['total'] === 0
        && $state['summary'] === 'Not looked at yet: the first scan is still to come.' ? true : [
            $url,
            $foreign,
            $state,
        ];
});
rule('a service of domains says what everybody can see of its domain', static function () use ($host, $domains) {
    $api = new Breakwater\Client(getenv('BREAKWATER_URL'), getenv('BREAKWATER_API_KEY'));
    $added = $api->post('/billing/provision-domain', ['client_id' => 8, 'service_id' => $domains,
        'domain' => 'shop.example.com']);
    $state = $host->api('Client', 8)->state(['order_id' => $domains]);
    $api->post('/billing/terminate-domain', ['monitored_domain_id' => $added['data']['monitored_domain_id']]);
    $expected = 'Mail, DNS and registration of shop.example.com: the first look is still to come.';
    return $state['posture'] === $expected ? true : [$added, $state];
});
rule('customers are told one sentence of any trouble, and the reason stands in the log', static function () use (
    $host,
    $two,
    $refused
) {
    $url = $host->config['url'];
    $host->config['url'] = 'http://127.0.0.1:9';
    $away = $refused(static function () use ($host, $two) {
        $host->api('Client', 7)->sign_in_url(['order_id' => $two]);
    });
    $reason = end($host->log);
    $state = $host->api('Client', 7)->state(['order_id' => $two]);
    $host->config['url'] = $url;
    $told = Breakwater\Texts::in('en')['portal_unavailable'];
    return $away === $told && strpos($reason, 'could not be reached') !== false
        && $state['is_known'] === false ? true : [$away, $reason, $state];
});
rule('customers read all of it in the language that they use FOSSBilling in', static function () use (
    $host,
    $two,
    $server,
    $refused
) {
    $_COOKIE['fb_locale'] = 'de_DE';
    $state = $host->api('Client', 7)->state(['order_id' => $two]);
    $private = $refused(static function () use ($host, $server) {
        $host->order(7, $server, ['ip_address' => '10.0.0.1']);
    });
    $url = $host->config['url'];
    $host->config['url'] = 'http://127.0.0.1:9';
    $away = $refused(static function () use ($host, $two) {
        $host->api('Client', 7)->sign_in_url(['order_id' => $two]);
    });
    $host->config['url'] = $url;
    $_COOKIE['fb_locale'] = '../../x';
    $other = $host->api('Client', 7)->state(['order_id' => $two])['text']['heading'];
    unset($_COOKIE['fb_locale']);
    return $state['text']['heading'] === 'Sicherheitsüberwachung' && strpos($state['summary'], 'Noch nicht ') === 0
        && strpos((string) $private, 'Die Adresse 10.0.0.1 kann') === 0 && strpos((string) $away, 'Das ') === 0
        && $other === 'Security monitoring' ? true : [$state, $private, $away, $other];
});
rule('prices are told where a product says so, and staff see how much was used', static function () use (
    $host,
    $many
) {
    $db = $host->di['db'];
    $api = new Breakwater\Client(getenv('BREAKWATER_URL'), getenv('BREAKWATER_API_KEY'));
    $payment = new Row('product_payment', ['type' => 'recurrent']);
    foreach (['m' => 9.9, 'q' => 28, 'b' => 0, 'a' => 99, 'bia' => 0, 'tria' => 0] as $begin => $price) {
        $payment->{$begin . '_price'} = $price;
        $payment->{$begin . '_setup_price'} = 1;
        $payment->{$begin . '_enabled'} = (int) in_array($begin, ['m', 'a'], true);
    }
    $fields = ['type' => 'breakwater', 'status' => 'enabled', 'product_payment_id' => $db->store($payment)];
    $plan = ['kind' => 'port_monitoring', 'plan_slug' => 'starter'];
    $told = $db->store(new Row('product', $fields + ['config' => json_encode($plan)]));
    $db->store(new Row('product', $fields + ['config' => json_encode(['plan_slug' => 'business'] + $plan)]));
    $host->api('Admin')->save_product(['id' => $told, 'config' => $plan + ['publish_prices' => '1']]);
    $prices = array_map(static function (array $price): string {
        return implode(' ', [$price['plan_slug'], $price['currency'], $price['billing_cycle'], $price['amount']]);
    }, $api->get('/billing/pricing')['data']['prices']);
    sort($prices);
    $used = $host->api('Admin')->state(['order_id' => $many])['used_days'];
    return $prices === ['starter EUR annually 99', 'starter EUR monthly 9.9']
        && is_float($used) ? true : [$prices, $used];
});
rule('a customer who clicks a hundred times stops nobody’s order', static function () use (
    $host,
    $two,
    $one,
    $refused
) {
    $links = 0;
    for ($i = 0; $i < 100; $i++) {
        $host->api('Client', 7)->state(['order_id' => $two]);
        $links += (int) ($refused(static function () use ($host, $two) {
            $host->api('Client', 7)->sign_in_url(['order_id' => $two]);
        }) === null);
    }
    $problem = $host->move($one, 'suspend') ?? $host->move($one, 'unsuspend');
    return $links <= 10 && $problem === null ? true : [$links, $problem];
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
    $said = ['ip_address' => '127.1.1.9', 'hostname' => 'new.example.com'];
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
    return $untold === [] && strpos($told, "Order #$new is active here, and not monitored. Repaired.") !== false
        && strpos($trouble, 'could not be reached') !== false && $host->parameters === [] ? $clean() : $host->log;
});
rule('the sync repairs plan, quantity, price, address and the customer, and says so', static function () use (
    $host,
    $two,
    $many,
    $domains,
    $clean
) {
    $api = new Breakwater\Client(getenv('BREAKWATER_URL'), getenv('BREAKWATER_API_KEY'));
    $plan = ['client_id' => 8, 'service_id' => $many, 'product_slug' => 'port_monitoring'];
    $slots = ['client_id' => 8, 'service_id' => $domains, 'product_slug' => 'domain_monitoring'];
    $set = static function (int $order, array $fields) use ($host) {
        foreach ($fields as $name => $value) {
            $sql = "UPDATE client_order SET $name = :value WHERE id = :id";
            $host->di['db']->exec($sql, [':value' => $value, ':id' => $order]);
        }
    };
    $differs = static function (string $what, string $here, string $there): string {
        return "$what is “{$here}” here, and “{$there}” at the monitoring service. Repaired.";
    };
    $drifts = [
        $differs("Order #$many: plan", 'business', 'enterprise') => static function () use ($api, $plan) {
            $api->post('/billing/change-subscription', $plan + ['new_plan_slug' => 'enterprise']);
        },
        $differs("Order #$domains: quantity", '4', '50') => static function () use ($api, $slots) {
            $api->post('/billing/change-subscription', $slots + ['new_quantity' => 50]);
        },
        $differs("Order #$many: price", '77.00', '10.00') => static function () use ($set, $many) {
            $set($many, ['price' => 77]);
        },
        $differs("Order #$two: address", '127.1.9.9', '127.1.1.2') => static function () use ($set, $two, $host) {
            $config = ['ip_address' => '127.1.9.9'] + $host->service->find($two)['config'];
            $set($two, ['config' => json_encode($config)]);
        },
        $differs('Client #8: name', 'Ada L.', 'Ada') => static function () use ($host) {
            $host->di['db']->exec("UPDATE client SET first_name = 'Ada L.', email = 'new@example.org' WHERE id = 8");
        },
        'Orders that do not say what they sell were left out: ' => static function () use ($set, $host) {
            $lost = new Row('client_order', ['client_id' => 8, 'service_type' => 'breakwater', 'status' => 'active']);
            $host->di['db']->store($lost);
            $set($lost->id, ['config' => '{}']);
        },
    ];
    foreach ($drifts as $said => $drift) {
        $drift();
        $sentences = implode(' ', $host->api('Admin')->sync());
        if (strpos(" $sentences", $said) === false) {
            return [$said, $sentences];
        }
    }
    $host->di['db']->exec("DELETE FROM client_order WHERE config = '{}'");
    $customer = $api->get('/customers/8')['data'];
    $terms = array_column($customer['subscriptions'], null, 'service_id');
    $addresses = array_column($api->get('/customers/7/servers')['data']['servers'], 'ip_address');
    return $clean() === true && $customer['name'] === 'Ada L.' && $customer['email'] === 'new@example.org'
        && [$terms[$many]['plan_slug'], (float) $terms[$many]['mrr']] === ['business', 77.0]
        && $terms[$domains]['quantity'] === 4 && in_array('127.1.9.9', $addresses, true)
        && !in_array('127.1.1.2', $addresses, true) ? true : [$customer, $addresses];
});
rule('what a forced deletion left is named and ended; of what was never sold staff decide', static function () use (
    $host,
    $server,
    $clean,
    $refused
) {
    $api = new Breakwater\Client(getenv('BREAKWATER_URL'), getenv('BREAKWATER_API_KEY'));
    $said = ['ip_address' => '127.1.9.20', 'hostname' => 'gone.example.com'];
    $gone = $host->order(7, $server, $said);
    $host->move($gone, 'activate');
    // FOSSBilling goes on where the module throws, and is told to.
    $host->di['db']->exec('DELETE FROM client_order WHERE id = :id', [':id' => $gone]);
    $api->post('/billing/provision', ['client_id' => 4711, 'service_id' => 9001, 'product_slug' => 'endpoint',
        'ip_address' => '127.1.9.21']);
    $compared = $host->api('Admin')->differences();
    $lines = array_column($compared['lines'], null, 'order_id');
    $isNamed = $compared['count'] === 2 && $lines[$gone]['is_safe'] && !$lines[9001]['is_safe'];
    $sentences = implode(' ', $host->api('Admin')->sync());
    $left = array_column($host->api('Admin')->differences()['lines'], 'order_id');
    $host->refused = ['manage'];
    $isRefused = $refused(static function () use ($host, $lines) {
        $host->api('Admin')->settle(['key' => $lines[9001]['key']]);
    });
    $host->refused = [];
    $settled = $host->api('Admin')->settle(['key' => $lines[9001]['key']]);
    $again = $host->api('Admin')->settle(['key' => $lines[9001]['key']]);
    return $isNamed && $left === [9001] && $isRefused !== null && $again === 'Both sides agree about this meanwhile.'
        && strpos($sentences, "Order #$gone of client #7 (endpoint) is active at the") !== false
        && strpos($sentences, 'Staff decide what becomes of it.') !== false && substr($settled, -9) === 'Repaired.'
        ? $clean() : [$compared, $sentences, $left, $isRefused, $settled, $again];
});
rule('a table of an earlier version learns which orders its rows are of', static function () use ($host, $two, $clean) {
    $host->di['db']->exec('ALTER TABLE service_breakwater DROP COLUMN order_id');
    $equal = $clean();
    $sql = 'SELECT s.order_id FROM service_breakwater s JOIN client_order o ON o.service_id = s.id WHERE o.id = :id';
    return (int) $host->di['db']->getRow($sql, [':id' => $two])['order_id'] === $two ? $equal : 'unknown';
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
        $address = sprintf('127.2.%d.%d', $history >> 7, 1 + ($history & 127));
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
        if (mt_rand(0, 2) === 0) {
            $steps[] = 'deleted by force';
            $host->di['db']->exec('DELETE FROM client_order WHERE id = :id', [':id' => $order]);
            $host->api('Admin')->sync();
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
