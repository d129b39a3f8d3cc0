<?php

/**
 * What the module does beside its functions. WHMCS loads this file with every page: nothing is done until something
 * happens.
 */

declare(strict_types=1);

use Breakwater\Whmcs\CartCheck;
use Breakwater\Whmcs\ClientChanges;
use Breakwater\Whmcs\DailySync;
use Breakwater\Whmcs\Module;
use Breakwater\Whmcs\PriceList;
use Breakwater\Whmcs\UpgradeCheck;

if (!defined('WHMCS')) {
    die('This file cannot be accessed directly');
}

require_once __DIR__ . '/lib/autoload.php';

Module::$hasHooks = true;

add_hook('DailyCronJob', 1, static function (): void {
    Module::failure('DailyCronJob', [], static function (): void {
        DailySync::run();
        PriceList::publish();
    });
});

add_hook('ProductEdit', 1, static function (array $vars): void {
    if (($vars['servertype'] ?? '') === Module::NAME) {
        Module::failure('ProductEdit', [], static function (): void {
            PriceList::publish();
        });
    }
});

add_hook('ClientEdit', 1, static function (array $vars): void {
    Module::failure('ClientEdit', [], static function () use ($vars): void {
        ClientChanges::edited($vars);
    });
});

add_hook('AfterClientMerge', 1, static function (array $vars): void {
    Module::failure('AfterClientMerge', [], static function () use ($vars): void {
        ClientChanges::merged((int) ($vars['fromUserID'] ?? 0), (int) ($vars['toUserID'] ?? 0));
    });
});

add_hook('ServiceDelete', 1, static function (array $vars): void {
    Module::failure('ServiceDelete', [], static function () use ($vars): void {
        ClientChanges::deleted((int) ($vars['serviceid'] ?? 0), (int) ($vars['userid'] ?? 0));
    });
});

add_hook('ShoppingCartValidateProductUpdate', 1, static function (array $vars): array {
    $errors = [];
    Module::failure('ShoppingCartValidateProductUpdate', [], static function () use ($vars, &$errors): void {
        $errors = CartCheck::ofProduct($vars, (int) ($_SESSION['uid'] ?? 0));
    });
    return $errors;
});

add_hook('ShoppingCartValidateCheckout', 1, static function (array $vars): array {
    $errors = [];
    Module::failure('ShoppingCartValidateCheckout', [], static function () use ($vars, &$errors): void {
        $errors = CartCheck::ofCart((int) ($vars['userid'] ?? $_SESSION['uid'] ?? 0));
    });
    return $errors;
});

add_hook('ShoppingCartValidateUpgrade', 1, static function (array $vars): array {
    $errors = [];
    Module::failure('ShoppingCartValidateUpgrade', [], static function () use ($vars, &$errors): void {
        $errors = UpgradeCheck::errors((int) ($vars['id'] ?? 0), (int) ($vars['pid'] ?? 0));
    });
    return $errors;
});
