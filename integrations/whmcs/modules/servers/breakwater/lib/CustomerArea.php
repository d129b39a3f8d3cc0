<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

use Breakwater\ServiceState;
use Breakwater\SignIn;

/**
 * What a customer sees of a service, and the way into the portal.
 */
final class CustomerArea
{
    private const SEVERITIES = ['critical', 'high', 'medium', 'low'];

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
        $page = ['alerts' => [], 'total' => 0, 'summary' => '', 'more' => '', 'lastLook' => ''];
        $isActive = $service->status() === 'active' && !$service->isAddon();
        $failure = Module::failure('ClientArea', $params, static function () use ($params, $service, $texts, &$page) {
            $connection = Server::of($params)->connection('ClientArea');
            SoldServices::settleOwner($service, $connection->forPages(), (int) ($params['serverid'] ?? 0));
            $page = self::told(ServiceState::of($connection, $service->order()), $texts);
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

    /**
     * @param array<string, mixed>  $state as ServiceState gives it
     * @param array<string, string> $texts
     *
     * @return array{alerts: list<array<string, string>>, total: int, summary: string, more: string, lastLook: string}
     *     summary: what there is to do, or why nothing can be told; that there is nothing only after a completed look
     */
    private static function told(array $state, array $texts): array
    {
        $alerts = [];
        foreach ($state['alerts'] as $alert) {
            $severity = in_array($alert['severity'], self::SEVERITIES, true) ? $alert['severity'] : 'low';
            $alerts[] = [
                'severity' => $severity,
                'severityText' => $texts['severity_' . $severity],
                'title' => self::title($alert, $texts),
                'subject' => (string) $alert['subject']['name'],
                'since' => substr((string) $alert['first_detected_at'], 0, 10),
            ];
        }
        $total = $state['open_alerts'];
        $more = $total - count($alerts);
        $counted = $total === 1 ? $texts['alerts_1'] : sprintf($texts['alerts_n'], $total);
        $at = $state['last_look_at'];
        // A later version may have other reasons.
        $reason = $state['reason'] === null ? '' : $texts['look_' . $state['reason']] ?? $texts['look_not_looked_at'];
        return [
            'alerts' => $alerts,
            'total' => $total,
            'summary' => $total > 0 ? rtrim("$counted. $reason") : ($reason ?: $texts['no_alerts']),
            'more' => $more > 0 ? sprintf($texts['more'], $more) : '',
            'lastLook' => $at === null
                ? ''
                : sprintf($texts['last_look'], gmdate('Y-m-d H:i', (int) strtotime($at)) . ' UTC'),
        ];
    }

    /**
     * @param array<mixed>          $alert
     * @param array<string, string> $texts
     */
    private static function title(array $alert, array $texts): string
    {
        if ($alert['kind'] !== 'port') {
            // Kinds of later versions have their English title.
            return $texts['alert_' . $alert['kind']] ?? (string) $alert['title'];
        }
        foreach ($alert['facts'] as $fact) {
            if (preg_match('~^(\d+) \((TCP|UDP)\)$~D', $fact['value'], $port) === 1) {
                $name = strtolower("$port[1]/$port[2]");
                $isKnown = ($alert['evidence']['method'] ?? '') === 'probed';
                return sprintf($texts['alert_port'], $isKnown ? "$name ({$alert['evidence']['service']})" : $name);
            }
        }
        return (string) $alert['title'];
    }
}
