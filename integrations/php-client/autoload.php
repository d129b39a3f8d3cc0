<?php

/**
 * Loads the client where there is no Composer, such as in a module that is installed by unpacking it.
 */

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    $prefix = 'Breakwater\\';
    if (strncmp($class, $prefix, strlen($prefix)) !== 0) {
        return;
    }
    $file = __DIR__ . '/src/' . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
    if (is_file($file)) {
        require $file;
    }
});
