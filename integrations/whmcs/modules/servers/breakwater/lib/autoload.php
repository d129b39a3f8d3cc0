<?php

/**
 * Loads the classes of the module, and the client that it brings along.
 */

declare(strict_types=1);

require_once __DIR__ . '/client/autoload.php';

spl_autoload_register(static function (string $class): void {
    $prefix = 'Breakwater\\Whmcs\\';
    if (strncmp($class, $prefix, strlen($prefix)) !== 0) {
        return;
    }
    $file = __DIR__ . '/' . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
    if (is_file($file)) {
        require $file;
    }
});
