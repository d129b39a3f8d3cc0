<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

use Breakwater\ServiceState;
use Breakwater\SignIn;
use Breakwater\StateWords;

/**
 * What a customer sees of a service, and the way into the portal.
 */
final class CustomerArea
{
    /**
     * @param array<string, mixed> $params
     *
     * @return array{success: true, redirectTo: string}|array{success: false, errorMsg: string} staff are told the
     *     reason; of a customer it stands in the activity log
     */
    public static function signIn(array $params): array
    {
        $url = '';
        $failure = Module::failure('ServiceSingleSignOn', $params, static function () use ($params, &$url): void {
            $connection = Server::of($params)->connection('ServiceSingleSignOn');
            $service = new Service($params);
            SoldServices::settleOwner($service, $connection->forStaff(), (int) ($params['serverid'] ?? 0));
            $url = SignIn::url($connection, $service->order());
        });
        if ($failure === null) {
            return ['success' => true, 'redirectTo' => $url];
        }
        if (defined('ADMINAREA')) {
            return ['success' => false, 'errorMsg' => $failure];
        }
        $service = new Service($params);
        Module::note("service #{$service->id()}: no sign-in: $failure", $service->clientId());
        return ['success' => false, 'errorMsg' => Texts::of($params)['portal_unavailable']];
    }

    /**
     * The part of the product's page that is the module's. It is shown without alerts when they cannot be had.
     *
     * @param array<string, mixed> $params
     *
     * @return array{tabOverviewModuleOutputTemplate: string, templateVariables: array<string, mixed>}
     */
    public static function page(array $params): array
    {
        $texts = Texts::of($params);
        $service = new Service($params);
        $page = ['alerts' => [], 'total' => 0, 'summary' => '', 'more' => '', 'last_look' => '', 'posture' => ''];
        $isActive = $service->status() === 'active' && !$service->isAddon();
        $failure = Module::failure('ClientArea', $params, static function () use ($params, $service, $texts, &$page) {
            $connection = Server::of($params)->connection('ClientArea');
            SoldServices::settleOwner($service, $connection->forPages(), (int) ($params['serverid'] ?? 0));
            $page = StateWords::of(ServiceState::of($connection, $service->order()), $texts);
        });
        return [
            'tabOverviewModuleOutputTemplate' => 'templates/overview.tpl',
            'templateVariables' => [
                'monitoring' => $page + [
                    'text' => $texts,
                    'isKnown' => $failure === null,
                    'isActive' => $isActive,
                    'portal' => 'clientarea.php?action=productdetails&id=' . $service->id() . '&dosinglesignon=1',
                ],
            ],
        ];
    }
}
