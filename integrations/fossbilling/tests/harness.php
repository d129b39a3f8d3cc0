<?php

/**
 * Stands for FOSSBilling 0.8: its container, database, events and the way it moves orders, as far as a product module
 * meets them. Written from what its interfaces ask for; real.php holds it against them. With FOSSBILLING_DIR, where its
 * source is, the classes that the module extends, implements, throws and is given are the real ones. Anything PHP
 * complains about is an error.
 */

declare(strict_types=1);

namespace FOSSBilling {
    /** Of an installation, which there is none of. */
    class Config
    {
        public static function getProperty(string $name, $default = null)
        {
            return $default;
        }
    }
}

namespace {
    error_reporting(E_ALL);
    set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
        throw new ErrorException($message, 0, $level, $file, $line);
    });
    define('DEBUG', false);

    function __trans(string $text, ?array $values = null): string
    {
        return strtr($text, $values ?? []);
    }

    $source = getenv('FOSSBILLING_DIR');
    if ($source === false) {
        require __DIR__ . '/stand-ins.php';
    } else {
        require '/usr/share/php/Pimple/autoload.php';
        $classes = [
            'FOSSBilling/InjectionAwareInterface', 'FOSSBilling/Exception', 'FOSSBilling/InformationException',
            'Box/Event', 'FOSSBilling/Api/AbstractApi', 'Api/Abstract', 'FOSSBilling/Twig/Extension/ApiExtension',
        ];
        foreach ($classes as $class) {
            if (is_file("$source/library/$class.php")) {
                require "$source/library/$class.php";
            }
        }
    }

    /** A row that knows its table, as a bean does. */
    class Row extends stdClass
    {
        public function __construct(string $table, array $fields)
        {
            foreach (['__table' => $table] + $fields as $name => $value) {
                $this->$name = $value;
            }
        }

        public function __get(string $name)
        {
            return null;
        }
    }

    class Database
    {
        public $pdo;
        /** How many tables and columns were made, each of which would have ended a transaction of MySQL. */
        public $made = 0;

        public function __construct()
        {
            $this->pdo = new PDO('sqlite::memory:', null, null, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
        }

        public function exec(string $sql, array $values = []): void
        {
            $this->made += preg_match('~^\s*(CREATE|ALTER)\b~', $sql);
            $sql = str_replace(['bigint(20) NOT NULL AUTO_INCREMENT', 'PRIMARY KEY (`id`)'], [
                'INTEGER PRIMARY KEY AUTOINCREMENT',
                'CHECK (1)',
            ], preg_replace('~\) ENGINE=.*$~s', ')', $sql));
            $this->pdo->prepare($sql)->execute($values);
        }

        public function getAll(string $sql, array $values = []): array
        {
            $statement = $this->pdo->prepare($sql);
            $statement->execute($values);
            return $statement->fetchAll(PDO::FETCH_ASSOC);
        }

        public function getRow(string $sql, array $values = []): ?array
        {
            return $this->getAll($sql, $values)[0] ?? null;
        }

        public function findOne(string $table, string $where, array $values): ?Row
        {
            $fields = $this->getRow("SELECT * FROM $table WHERE $where", $values);
            return $fields === null ? null : new Row($table, $fields);
        }

        public function load(string $table, $id): ?Row
        {
            return $this->findOne($table, 'id = :id', [':id' => $id]);
        }

        public function dispense(string $table): Row
        {
            return new Row($table, []);
        }

        public function store(Row $row): int
        {
            $fields = (array) $row;
            $table = $fields['__table'];
            unset($fields['__table']);
            if ($row->id === null) {
                $names = array_keys($fields);
                $this->exec(sprintf(
                    'INSERT INTO %s (%s) VALUES (:%s)',
                    $table,
                    implode(', ', $names),
                    implode(', :', $names)
                ), $fields);
                $row->id = (int) $this->pdo->lastInsertId();
            } else {
                $sets = array_map(static function (string $name): string {
                    return "$name = :$name";
                }, array_keys($fields));
                $this->exec("UPDATE $table SET " . implode(', ', $sets) . ' WHERE id = :id', $fields);
            }
            return (int) $row->id;
        }

        public function trash(Row $row): void
        {
            $table = ((array) $row)['__table'];
            $this->exec("DELETE FROM $table WHERE id = :id", [':id' => $row->id]);
        }
    }

    /** Settings, parameters, permissions, session and the log of the host. */
    class Host
    {
        public $di;
        public $signedIn;
        public $refused = [];
        public $config = [];
        public $parameters = [];
        public $log = [];
        public $service;

        public function __construct(string $module, array $config)
        {
            require_once "$module/Monitoring.php";
            require_once "$module/Orders.php";
            require_once "$module/Prices.php";
            require_once "$module/Service.php";
            require_once "$module/Api/Admin.php";
            require_once "$module/Api/Client.php";
            $this->config = $config;
            $this->di = new \Pimple\Container();
            $database = new Database();
            $this->di['db'] = static function () use ($database): Database {
                return $database;
            };
            $this->di['logger'] = function (): self {
                return $this;
            };
            foreach (['auth', 'session', 'api_admin'] as $name) {
                $this->di[$name] = function (): self {
                    return $this;
                };
            }
            // What is called as a function is told so, as FOSSBilling does.
            $this->di['mod_config'] = $this->di->protect(function (): array {
                return $this->config;
            });
            $this->di['mod_service'] = $this->di->protect(function (string $name) {
                return $name === 'servicebreakwater' ? $this->service : $this;
            });
            $id = 'id INTEGER PRIMARY KEY AUTOINCREMENT';
            $this->di['db']->exec("CREATE TABLE client ($id, first_name, last_name, company, email)");
            $this->di['db']->exec("CREATE TABLE client_order ($id, client_id, product_id, service_id, service_type,
                status, period, currency, quantity, price, discount, config, updated_at)");
            $this->di['db']->exec("CREATE TABLE product ($id, product_payment_id, type, status, config)");
            $this->di['db']->exec("CREATE TABLE cart_product ($id, cart_id, product_id, config)");
            $cycles = [];
            foreach (['m', 'q', 'b', 'a', 'bia', 'tria'] as $begin) {
                array_push($cycles, "{$begin}_price", "{$begin}_setup_price", "{$begin}_enabled");
            }
            $this->di['db']->exec("CREATE TABLE product_payment ($id, type, " . implode(', ', $cycles) . ')');
            $this->di['db']->exec("CREATE TABLE currency ($id, code, is_default, conversion_rate)");
            $this->di['db']->exec("INSERT INTO currency (code, is_default, conversion_rate)
                VALUES ('EUR', 1, 1), ('JPY', 0, 160)");
            $this->service = new Box\Mod\Servicebreakwater\Service();
            $this->service->setDi($this->di);
            $this->service->install();
        }

        public function getParamValue(string $name)
        {
            return $this->parameters[$name] ?? null;
        }

        public function setParamValue(string $name, $value): void
        {
            $this->parameters[$name] = $value;
        }

        public function isClientLoggedIn(): bool
        {
            return $this->signedIn !== null;
        }

        /** Of the session. */
        public function get(string $name)
        {
            return $name === 'client_id' ? $this->signedIn : null;
        }

        public function checkPermissionsAndThrowException(string $module, ?string $key = null): void
        {
            if (in_array($key, $this->refused, true)) {
                throw new \FOSSBilling\InformationException('You need a permission to perform this action');
            }
        }

        public function product_update_config(array $data): bool
        {
            $this->di['db']->exec('UPDATE product SET config = :config WHERE id = :id', [
                ':config' => json_encode($data['config']),
                ':id' => $data['id'],
            ]);
            return true;
        }

        public function setConfig(array $config): void
        {
            $this->config = $config;
        }

        public function info(string $format, ...$values): void
        {
            $this->log[] = vsprintf($format, $values);
        }

        public function err(string $format, ...$values): void
        {
            $this->info($format, ...$values);
        }

        public function warn(string $format, ...$values): void
        {
            $this->info($format, ...$values);
        }

        public function client(int $id, string $name, string $email): void
        {
            $this->di['db']->exec(
                'INSERT INTO client VALUES (:id, :name, \'\', \'\', :email)',
                [':id' => $id, ':name' => $name, ':email' => $email]
            );
        }

        /** Puts a product into the cart of somebody who has not signed in. */
        public function putIntoCart(int $cartId, array $product, array $said): void
        {
            $model = new Row('product', ['type' => 'breakwater', 'config' => json_encode($product)]);
            $this->signedIn = null;
            $config = $this->service->attachOrderConfig($model, $said);
            $this->service->validateOrderData($config);
            $this->di['db']->store(new Row('cart_product', [
                'cart_id' => $cartId,
                'product_id' => $this->di['db']->store($model),
                'config' => json_encode($config),
            ]));
        }

        /** What is asked before the cart becomes orders. */
        public function checkout(int $cartId, int $clientId): void
        {
            $asked = ['ip' => '192.0.2.1', 'client_id' => $clientId, 'cart_id' => $cartId];
            $event = new Box_Event(null, 'onBeforeClientCheckout', $asked);
            $event->setDi($this->di);
            Box\Mod\Servicebreakwater\Service::onBeforeClientCheckout($event);
        }

        /** An order that was paid for, from the cart on. */
        public function order(int $clientId, array $product, array $said, array $more = []): int
        {
            $model = new Row('product', ['config' => json_encode($product)]);
            $config = $this->service->attachOrderConfig($model, $said);
            $this->signedIn = $clientId;
            $this->service->validateOrderData($config);
            return $this->di['db']->store(new Row('client_order', $more + [
                'client_id' => $clientId,
                'product_id' => $this->di['db']->store($model),
                'currency' => 'EUR',
                'service_type' => 'breakwater',
                'status' => 'pending_setup',
                'period' => '1M',
                'quantity' => 1,
                'price' => 10,
                'discount' => 0,
                'config' => json_encode($config),
            ]));
        }

        /** Moves an order as staff or the cron job do; null: it is done, else what is in its history. */
        public function move(int $orderId, string $action): ?string
        {
            $db = $this->di['db'];
            $from = [
                'activate' => ['pending_setup', 'failed_setup'],
                'suspend' => ['active'],
                'unsuspend' => ['suspended'],
                'cancel' => ['active', 'suspended'],
                'uncancel' => ['canceled'],
                'renew' => ['active', 'suspended', 'failed_renew'],
            ];
            $to = ['suspend' => 'suspended', 'cancel' => 'canceled'];
            $failed = ['activate' => 'failed_setup', 'renew' => 'failed_renew'];
            $order = $db->load('client_order', $orderId);
            if (!in_array($order->status, $from[$action], true)) {
                return 'not possible';
            }
            if ($action === 'activate' && $order->service_id === null) {
                $order->service_id = $this->service->create($order)->id;
                $db->store($order);
            }
            try {
                // Another copy of the order than the one that is written afterwards, column by column.
                $copy = $db->load('client_order', $orderId);
                $this->service->$action($copy, $db->load('service_breakwater', $order->service_id));
            } catch (\FOSSBilling\InformationException $failure) {
                $order->status = $failed[$action] ?? $order->status;
                $db->store($order);
                return $failure->getMessage();
            }
            $order->status = $to[$action] ?? 'active';
            $db->store($order);
            if ($action === 'activate') {
                $event = new Box_Event(null, 'onAfterAdminOrderActivate', ['id' => $orderId]);
                $event->setDi($this->di);
                Box\Mod\Servicebreakwater\Service::onAfterAdminOrderActivate($event);
            }
            return null;
        }

        public function api(string $role, ?int $clientId = null)
        {
            $class = 'Box\\Mod\\Servicebreakwater\\Api\\' . $role;
            $api = new $class();
            $api->setDi($this->di);
            $api->setService($this->service);
            $api->setIdentity(new Row('client', ['id' => $clientId]));
            return $api;
        }

        public function cron(): void
        {
            $event = new Box_Event(null, 'onAfterAdminCronRun', []);
            $event->setDi($this->di);
            Box\Mod\Servicebreakwater\Service::onAfterAdminCronRun($event);
        }
    }

    function rule(string $name, callable $isKept): void
    {
        $kept = $isKept();
        if ($kept !== true) {
            fwrite(STDERR, "broken: $name\n" . var_export($kept, true) . "\n");
            exit(1);
        }
        echo "$name\n";
    }
}
