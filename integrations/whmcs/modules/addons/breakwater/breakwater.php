<?php

/**
 * The page of staff on which WHMCS and the monitoring service are compared. It is the second half of the server module,
 * and works only beside it.
 */

declare(strict_types=1);

use Breakwater\Whmcs\ComparisonScreen;
use Breakwater\Whmcs\Module;

if (!defined('WHMCS')) {
    die('This file cannot be accessed directly');
}

require_once __DIR__ . '/../../servers/breakwater/lib/autoload.php';

/**
 * @return array<string, mixed>
 */
function breakwater_config(): array
{
    return [
        'name' => Module::DISPLAY_NAME,
        'description' => 'Compares services with those of the monitoring service, and repairs what differs.',
        'version' => Module::VERSION,
        'author' => Module::DISPLAY_NAME,
        'language' => 'english',
        'fields' => [],
    ];
}

/**
 * @param array<string, mixed> $vars
 */
function breakwater_output(array $vars): void
{
    $link = is_string($vars['modulelink'] ?? null) ? $vars['modulelink'] : '';
    echo ComparisonScreen::html($link, $_POST);
}
