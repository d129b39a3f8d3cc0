<?php

/**
 * Holds extension and harness against Paymenter's own source: php real.php EXTENSION-DIRECTORY, with PAYMENTER_DIR, the
 * folder that has app/ and database/. Prints a line for each rule; ends with 1 at the first that is broken.
 */

declare(strict_types=1);

$extension = $argv[1];
$source = (string) getenv('PAYMENTER_DIR');

require __DIR__ . '/harness.php';

find_extension($extension);

/** What a file of Paymenter says. */
function source(string $file): string
{
    return (string) @file_get_contents(getenv('PAYMENTER_DIR') . "/$file");
}

/** What all files of a folder of Paymenter say that have a name like this. */
function sources(string $pattern): string
{
    return implode("\n", array_map('file_get_contents', glob(getenv('PAYMENTER_DIR') . "/$pattern")));
}

$code = implode("\n", array_map('file_get_contents', glob("$extension/*.php")));

rule('every class of Paymenter that the extension names is there', static function () use ($code, $source) {
    preg_match_all('~^use App\\\\([\w\\\\]+)~m', $code, $named);
    return array_values(array_filter(array_unique($named[1]), static function (string $name) use ($source): bool {
        return !is_file("$source/app/" . strtr($name, '\\', '/') . '.php');
    })) ?: true;
});
rule('it is a server by its class, found by its name', static function () {
    $class = new ReflectionClass(\Paymenter\Extensions\Servers\Breakwater\Breakwater::class);
    $meta = $class->getAttributes(\App\Attributes\ExtensionMeta::class)[0]->newInstance();
    $base = realpath(getenv('PAYMENTER_DIR') . '/app/Classes/Extension/Server.php');
    return $class->getParentClass()->getFileName() === $base && $meta->name === 'Breakwater'
        && strpos(source('composer.json'), '"Paymenter\\\\Extensions\\\\": "extensions/"') > 0;
});
rule('what Paymenter calls of a server is what the extension has', static function () {
    $called = source('app/Helpers/ExtensionHelper.php') . source('app/Providers/AppServiceProvider.php');
    $called .= source('app/Admin/Resources/ServerResource/Pages/CreateServer.php');
    $methods = ['createServer', 'suspendServer', 'unsuspendServer', 'terminateServer', 'upgradeServer', 'getActions',
        'getConfig', 'testConfig'];
    $missing = array_filter($methods, static fn (string $name): bool => strpos($called, "->$name(") === false);
    foreach (["'getProductConfig'", "'getCheckoutConfig'", "'boot'", "'enabled'"] as $name) {
        if (strpos($called, $name) === false) {
            $missing[] = $name;
        }
    }
    return $missing ?: true;
});
rule('each is given the service, the settings of its product and its properties', static function () {
    $given = 'self::settingsToArray($service->product->settings), self::getServiceProperties($service))';
    return substr_count(source('app/Helpers/ExtensionHelper.php'), $given) >= 6;
});
rule('forms know the kinds of fields and what of them is used', static function () use ($code) {
    $form = source('app/Classes/FilamentInput.php') . sources('app/Admin/Resources/*/Pages/Edit*.php');
    preg_match_all("~'type' => '(\w+)',\n\s+'label'~", $code, $types);
    $missing = array_filter(array_unique($types[1]), static function (string $type) use ($form): bool {
        return strpos($form, "case '$type':") === false;
    });
    foreach (['description', 'placeholder', 'options', 'default', 'required', 'validation', 'min_value'] as $name) {
        if (strpos($form, "\$setting->$name") === false) {
            $missing[] = $name;
        }
    }
    return array_values($missing) ?: strpos($form, "\$option['encrypted']") !== false;
});
rule('the checkout validates by the rules that a field has, closures too', static function () {
    $checkout = source('app/Livewire/Products/Checkout.php');
    return strpos($checkout, "array_merge(\$validationRules, \$config['validation'])") !== false
        && strpos($checkout, "checkoutConfig.{\$config['name']}") !== false;
});
rule('a page of a service shows lines and buttons, and calls what a button names', static function () {
    $page = source('app/Livewire/Services/Show.php') . source('themes/default/views/services/show.blade.php');
    $missing = [];
    $uses = ["'type'] == 'button'", "'type'] == 'text'", '$field[\'text\']', 'wire:click="goto(\'{{ $button'];
    foreach ($uses as $use) {
        if (strpos($page, $use) === false) {
            $missing[] = $use;
        }
    }
    return $missing ?: true;
});
rule('records have the columns, states and relations that are read', static function () {
    $schema = sources('database/migrations/*.php') . source('app/Models/Service.php') . source('app/Models/Plan.php');
    $columns = 'user_id product_id plan_id quantity price status currency_code first_name last_name email server_id '
        . 'billing_period billing_unit extension';
    $missing = array_filter(explode(' ', $columns), static function (string $name) use ($schema): bool {
        return preg_match("~['\"]{$name}['\"]~", $schema) !== 1;
    });
    foreach (['PENDING', 'ACTIVE', 'CANCELLED', 'SUSPENDED'] as $state) {
        if (strpos($schema, "STATUS_$state = '" . constant("App\Models\Service::STATUS_$state") . "'") === false) {
            $missing[] = $state;
        }
    }
    foreach (['Service' => 'user product plan configs', 'Product' => 'server settings'] as $model => $own) {
        foreach (explode(' ', $own) as $name) {
            if (strpos(source("app/Models/$model.php"), "function $name(") === false) {
                $missing[] = "$model.$name";
            }
        }
    }
    return array_values($missing) ?: strpos(source('app/Models/User.php'), 'HasProperties') !== false
        && strpos(source('app/Models/Service.php'), 'HasProperties') !== false
        && strpos(source('app/Models/Traits/HasProperties.php'), "morphMany(Property::class, 'model')") !== false;
});
rule('a plan recurs under the name and by the units that prices are counted by', static function () {
    $product = source('app/Admin/Resources/ProductResource.php') . source('app/Models/Service.php');
    $names = ["'recurring'", "'day'", "'week'", "'month'", "'year'"];
    $missing = array_filter($names, static fn (string $name): bool => strpos($product, $name) === false);
    return array_values($missing) ?: true;
});
rule('a company is a property of its user, and amounts have a default currency', static function () {
    return strpos(source('app/Console/Commands/ImportFromWhmcs.php'), "'company_name' => 'companyname'") !== false
        && strpos(source('app/Models/Plan.php'), "config('settings.default_currency')") !== false;
});
