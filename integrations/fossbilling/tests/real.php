<?php

/**
 * Holds module and harness against FOSSBilling's own source: php real.php MODULE-DIRECTORY, with FOSSBILLING_DIR, the
 * folder that has library/, modules/ and install/. Prints a line for each rule; ends with 1 at the first that is
 * broken.
 */

declare(strict_types=1);

$module = $argv[1];
$source = (string) getenv('FOSSBILLING_DIR');

require __DIR__ . '/harness.php';

/** What all files below a folder say. */
function texts(string $folder, string $ending): string
{
    $all = '';
    foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($folder)) as $file) {
        if (substr((string) $file, -strlen($ending)) === $ending && strpos((string) $file, '/client/src/') === false) {
            $all .= file_get_contents((string) $file);
        }
    }
    return $all;
}

/** What of the names found by a pattern in one text is not found by another pattern in another. */
function missing(string $pattern, string $text, callable $isThere): array
{
    preg_match_all($pattern, $text, $found);
    return array_values(array_filter(array_unique($found[1]), static function (string $name) use ($isThere): bool {
        return !$isThere($name);
    }));
}

/** Whether a file of the source declares a method; `->name(` is not enough. */
function declares(string $file, string $method): bool
{
    $text = (string) file_get_contents($file);
    return preg_match("~function $method\(~", $text) === 1;
}

if (!class_exists(\FOSSBilling\Twig\Extension\ApiExtension::class)) {
    rule('a version whose pages cannot show the module refuses it in a sentence', static function () use ($module) {
        try {
            new Host($module, []);
        } catch (\FOSSBilling\InformationException $refused) {
            return strpos($refused->getMessage(), 'needs FOSSBilling 0.8.0 or later') !== false;
        }
        return 'it was installed';
    });
    exit(0);
}

$library = texts("$source/library", '.php');
$code = texts($module, '.php');

rule('every class of the host that the module names is there', static function () use ($library, $code) {
    return missing('~\\\\?\b(FOSSBilling\\\\[\w\\\\]+|Box_\w+)~', $code, static function (string $name) use ($library) {
        // Of these two each version has one.
        if ($name === 'FOSSBilling\Api\AbstractApi') {
            return preg_match('~class (AbstractApi|Api_Abstract)\b~', $library) === 1;
        }
        $parts = explode('\\', $name);
        return preg_match('~(class|interface) ' . end($parts) . '\b~', $library) === 1;
    }) ?: true;
});
rule('everything that the module takes from the container is in it', static function () use ($source, $code) {
    $container = file_get_contents("$source/di.php");
    return missing("~di\['(\w+)'\]~i", $code, static function (string $name) use ($container): bool {
        return strpos($container, "\$di['$name'] =") !== false;
    }) ?: true;
});
rule('what the harness does for other modules is what they have', static function () use ($source) {
    $missing = [];
    foreach (
        [
            'modules/Extension/Service.php' => ['setConfig'],
            'modules/System/Service.php' => ['getParamValue', 'setParamValue'],
            'modules/Staff/Service.php' => ['checkPermissionsAndThrowException'],
            'modules/Product/Api/Admin.php' => ['update_config'],
            'library/Box/Authorization.php' => ['isClientLoggedIn'],
            'library/FOSSBilling/Session.php' => ['get'],
            'library/Box/Database.php' => ['exec', 'getAll', 'getRow', 'findOne', 'load', 'dispense', 'store', 'trash'],
            'library/Box/Log.php' => ['__call'],
            'library/Box/App.php' => ['get'],
        ] as $file => $methods
    ) {
        foreach ($methods as $method) {
            if (!declares("$source/$file", $method)) {
                $missing[] = "$file $method";
            }
        }
    }
    return $missing ?: true;
});
rule('tables have the columns that the module reads', static function () use ($source) {
    $schema = file_get_contents("$source/install/sql/structure.sql");
    $missing = [];
    foreach (
        [
            'client_order' => 'id client_id product_id service_id service_type status period currency quantity price '
                . 'discount config updated_at',
            'client' => 'id company first_name last_name email',
            'cart_product' => 'cart_id product_id config',
            'currency' => 'code conversion_rate',
            'product' => 'id product_payment_id type status config',
            'product_payment' => 'id type m_price q_price b_price a_price bia_price tria_price m_setup_price '
                . 'q_setup_price b_setup_price a_setup_price bia_setup_price tria_setup_price m_enabled q_enabled '
                . 'b_enabled a_enabled bia_enabled tria_enabled',
        ] as $table => $columns
    ) {
        preg_match("~CREATE TABLE `$table` \((.*?)\) ENGINE~s", $schema, $created);
        foreach (explode(' ', $columns) as $column) {
            if (strpos($created[1] ?? '', "`$column`") === false) {
                $missing[] = "$table.$column";
            }
        }
    }
    return $missing ?: true;
});
rule('orders have the states and actions that the harness moves them by', static function () use ($source) {
    $order = texts("$source/library/Model", 'ClientOrder.php');
    $names = ['pending_setup', 'failed_setup', 'failed_renew', 'active', 'canceled', 'suspended', 'create', 'activate',
        'renew', 'suspend', 'unsuspend', 'cancel', 'uncancel'];
    return array_values(array_filter($names, static function (string $name) use ($order): bool {
        return strpos($order, "= '$name'") === false;
    })) ?: true;
});
rule('every event that the module waits for comes, with what it takes of it', static function () use ($source, $code) {
    $modules = texts("$source/modules", '.php');
    $missing = missing('~static function (on\w+)\(~', $code, static function (string $name) use ($modules): bool {
        return strpos($modules, "'event' => '$name'") !== false;
    });
    $cart = (string) file_get_contents("$source/modules/Cart/Service.php");
    preg_match("~'onBeforeClientCheckout',(.*?)\],~s", $cart, $checkout);
    $parameters = ['client_id', 'cart_id'];
    return $missing ?: array_values(array_filter($parameters, static function (string $name) use ($checkout): bool {
        return strpos($checkout[1] ?? '', "'$name' =>") === false;
    })) ?: true;
});
rule('templates use the filters and functions that there are', static function () use ($library, $module) {
    $templates = texts("$module/templates", '.twig');
    $known = ['default', 'join', 'trans'];
    return missing('~[|]\s*(\w+)~', $templates, static function (string $name) use ($library, $known): bool {
        return in_array($name, $known, true) || strpos($library, "AsTwigFilter('$name'") !== false;
    }) ?: missing('~\b(fb_\w+)\(~', $templates, static function (string $name) use ($library): bool {
        return strpos($library, "AsTwigFunction('$name'") !== false;
    }) ?: true;
});
rule('a page of staff is posted to methods that there are', static function () use ($module) {
    $admin = file_get_contents("$module/Api/Admin.php");
    $pages = texts("$module/templates", '.twig');
    return missing("~'servicebreakwater/(\w+)'\|api_url~", $pages, static function (string $name) use ($admin): bool {
        return strpos($admin, "function $name(") !== false;
    }) ?: true;
});
