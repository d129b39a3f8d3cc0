<?php

/**
 * Sells security monitoring: what WHMCS calls. Each function is thin; the work is done by the classes in lib/.
 */

declare(strict_types=1);

use Breakwater\Whmcs\CustomerArea;
use Breakwater\Whmcs\Module;
use Breakwater\Whmcs\Options;
use Breakwater\Whmcs\Server;
use Breakwater\Whmcs\Service;
use Breakwater\Whmcs\ServiceActions;
use Breakwater\Whmcs\StaffView;
use Breakwater\Whmcs\UsageProvider;

if (!defined('WHMCS')) {
    die('This file cannot be accessed directly');
}

require_once __DIR__ . '/lib/autoload.php';

/**
 * @return array<string, mixed>
 */
function breakwater_MetaData(): array
{
    return [
        'DisplayName' => Module::DISPLAY_NAME,
        'APIVersion' => '1.1',
        'RequiresServer' => true,
        'DefaultSSLPort' => '443',
        'ServiceSingleSignOnLabel' => 'Open the security portal',
        'AdminSingleSignOnLabel' => 'Open the console',
        'ListAccountsUniqueIdentifierDisplayName' => 'Service',
        // Also what usage is known by.
        'ListAccountsUniqueIdentifierField' => 'customfield.' . Service::PROPERTY_SERVICE,
        'ListAccountsProductField' => 'configoption1',
    ];
}

/**
 * @return array<string, array<string, mixed>>
 */
function breakwater_ConfigOptions(): array
{
    return Options::fields('breakwater_PlanLoader');
}

/**
 * The plans to choose from. WHMCS shows the text of what is thrown.
 *
 * @param array<string, mixed> $params
 *
 * @return array<string, string>
 */
function breakwater_PlanLoader(array $params): array
{
    $plans = [];
    $failure = Module::failure('ConfigOptions', $params, static function () use ($params, &$plans): void {
        $plans = Options::plans(Server::of($params));
    });
    if ($failure !== null) {
        throw new RuntimeException($failure);
    }
    return $plans;
}

/**
 * @param array<string, mixed> $params
 *
 * @return array{success: bool, error: string}
 */
function breakwater_TestConnection(array $params): array
{
    $failure = Module::failure('TestConnection', $params, static function () use ($params): void {
        Server::of($params)->connection('TestConnection')->forStaff()->account();
        Module::requireHooks();
    });
    return ['success' => $failure === null, 'error' => $failure ?? ''];
}

/**
 * @param array<string, mixed> $params
 */
function breakwater_CreateAccount(array $params): string
{
    return ServiceActions::run('CreateAccount', $params);
}

/**
 * @param array<string, mixed> $params
 */
function breakwater_SuspendAccount(array $params): string
{
    return ServiceActions::run('SuspendAccount', $params);
}

/**
 * @param array<string, mixed> $params
 */
function breakwater_UnsuspendAccount(array $params): string
{
    return ServiceActions::run('UnsuspendAccount', $params);
}

/**
 * @param array<string, mixed> $params
 */
function breakwater_TerminateAccount(array $params): string
{
    return ServiceActions::run('TerminateAccount', $params);
}

/**
 * @param array<string, mixed> $params
 */
function breakwater_ChangePackage(array $params): string
{
    return ServiceActions::run('ChangePackage', $params);
}

/**
 * @param array<string, mixed> $params
 */
function breakwater_Renew(array $params): string
{
    return ServiceActions::run('Renew', $params);
}

/**
 * @return array<string, string>
 */
function breakwater_AdminCustomButtonArray(): array
{
    return ['Scan now' => 'scan', 'Re-sync' => 'resync'];
}

/**
 * @param array<string, mixed> $params
 */
function breakwater_scan(array $params): string
{
    return ServiceActions::run('scan', $params);
}

/**
 * @param array<string, mixed> $params
 */
function breakwater_resync(array $params): string
{
    return ServiceActions::run('resync', $params);
}

/**
 * For the daily sync: has no button.
 *
 * @param array<string, mixed> $params
 */
function breakwater_recreate(array $params): string
{
    return ServiceActions::run('recreate', $params);
}

/**
 * @param array<string, mixed> $params
 *
 * @return array<string, mixed>
 */
function breakwater_ServiceSingleSignOn(array $params): array
{
    return CustomerArea::signIn($params);
}

/**
 * Opens the console, where staff sign in as themselves: an API key signs nobody in there.
 *
 * @param array<string, mixed> $params
 *
 * @return array<string, mixed>
 */
function breakwater_AdminSingleSignOn(array $params): array
{
    $url = '';
    $failure = Module::failure('AdminSingleSignOn', $params, static function () use ($params, &$url): void {
        $url = Server::of($params)->url() . '/console';
    });
    return $failure === null
        ? ['success' => true, 'redirectTo' => $url]
        : ['success' => false, 'errorMsg' => $failure];
}

/**
 * @param array<string, mixed> $params
 *
 * @return array<string, mixed>
 */
function breakwater_ClientArea(array $params): array
{
    return CustomerArea::page($params);
}

/**
 * @param array<string, mixed> $params
 *
 * @return array<string, string>
 */
function breakwater_AdminServicesTabFields(array $params): array
{
    return StaffView::fields($params);
}

/**
 * @param array<string, mixed> $params
 */
function breakwater_MetricProvider(array $params): UsageProvider
{
    return new UsageProvider($params);
}
