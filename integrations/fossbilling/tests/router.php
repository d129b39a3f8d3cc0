<?php

/**
 * Serves FOSSBilling by PHP's own server, as its rules for Apache say: php -S ADDRESS -t FOSSBILLING router.php.
 */

declare(strict_types=1);

$path = (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$isProgram = preg_match('~^/(?:index|ipn|install/index|install/install)\.php$~', $path) === 1;
$isHidden = preg_match('~\.(?:php|twig|sql|log|lock|ini)$|^/themes/[^/]+/config/~', $path) === 1;
if (is_file($_SERVER['DOCUMENT_ROOT'] . $path) && ($isProgram || !$isHidden)) {
    return false;
}
$_SERVER['SCRIPT_NAME'] = '/index.php';
$_SERVER['SCRIPT_FILENAME'] = $_SERVER['DOCUMENT_ROOT'] . '/index.php';
chdir($_SERVER['DOCUMENT_ROOT']);
require 'index.php';
