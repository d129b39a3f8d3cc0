<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

use Breakwater\Client;
use Breakwater\ServiceOrder;

/**
 * What a customer sees of a service, and the way into the portal.
 */
final class CustomerArea
{
    /** Alerts that the page names; it counts them all. */
    private const SHOWN = 5;

    private const SEVERITIES = ['critical', 'high', 'medium', 'low'];

    /**
     * @param array<string, mixed> $params
     *
     * @return array{success: true, redirectTo: string}|array{success: false, errorMsg: string}
     */
    public static function signIn(array $params): array
    {
        $url = '';
        $failure = Module::failure('ServiceSingleSignOn', $params, static function () use ($params, &$url): void {
            $service = new Service($params);
            $fields = $service->customer() + ['redirect_path' => self::portalPath($service)];
            $url = Server::of($params)->client('ServiceSingleSignOn')->signInUrl($fields);
        });
        return $failure === null
            ? ['success' => true, 'redirectTo' => $url]
            : ['success' => false, 'errorMsg' => $failure];
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
        $page = ['alerts' => [], 'total' => 0, 'summary' => '', 'more' => '', 'isLookedAt' => false];
        $failure = Module::failure('ClientArea', $params, static function () use ($params, $service, $texts, &$page) {
            $page = self::alerts(Server::of($params)->clientForPages('ClientArea'), $service, $texts);
        });
        return [
            'tabOverviewModuleOutputTemplate' => 'templates/overview.tpl',
            'templateVariables' => [
                'monitoring' => $page + [
                    'text' => $texts,
                    'isKnown' => $failure === null,
                    'isActive' => $service->status() === 'active',
                    'portal' => 'clientarea.php?action=productdetails&id=' . $service->id() . '&dosinglesignon=1',
                ],
            ],
        ];
    }

    /**
     * @param array<string, string> $texts
     *
     * @return array{
     *     alerts: list<array<string, string>>, total: int, summary: string, more: string, isLookedAt: bool
     * }
     */
    private static function alerts(Client $client, Service $service, array $texts): array
    {
        $query = self::scope($service) + [
            'billing_customer_id' => $service->clientId(),
            'status' => 'open',
            'sort' => 'severity',
            'limit' => self::SHOWN,
        ];
        $data = $client->get('/monitoring/alerts', $query)['data'];
        $alerts = [];
        foreach ($data['alerts'] as $alert) {
            $severity = in_array($alert['severity'], self::SEVERITIES, true) ? $alert['severity'] : 'low';
            $alerts[] = [
                'severity' => $severity,
                'severityText' => $texts['severity_' . $severity],
                'title' => self::title($alert, $texts),
                'subject' => (string) ($alert['subject']['nickname'] ?? '') ?: (string) $alert['subject']['name'],
                'since' => substr((string) $alert['first_detected_at'], 0, 10),
            ];
        }
        $total = $data['total'];
        $more = $total - count($alerts);
        return [
            'alerts' => $alerts,
            'total' => $total,
            'summary' => $total === 1 ? $texts['alerts_1'] : sprintf($texts['alerts_n'], $total),
            'more' => $more > 0 ? sprintf($texts['more'], $more) : '',
            'isLookedAt' => $total > 0 || self::isLookedAt($client, $service),
        ];
    }

    /**
     * Whether everything that the page speaks of was looked at: only then it may say that there is nothing.
     */
    private static function isLookedAt(Client $client, Service $service): bool
    {
        $customer = ['billing_customer_id' => $service->clientId()];
        $serverId = $service->isServer() ? $service->serverId() : null;
        if ($serverId !== null) {
            $look = $client->get("/endpoints/$serverId/detail", $customer)['look'] ?? [];
            return ($look['state'] ?? '') === 'looked_at';
        }
        $overview = $client->get('/monitoring/overview', $customer)['data'];
        $part = $service->product() === ServiceOrder::DOMAIN_SLOTS ? 'domains' : 'servers';
        return $overview[$part]['all_looked_at'] ?? false;
    }

    /**
     * @return array<string, string>
     */
    private static function scope(Service $service): array
    {
        if (!$service->isServer()) {
            return ['subject' => $service->product() === ServiceOrder::DOMAIN_SLOTS ? 'domain' : 'endpoint'];
        }
        $serverId = $service->serverId();
        return $serverId === null ? ['subject' => 'endpoint'] : ['endpoint_id' => $serverId];
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

    private static function portalPath(Service $service): string
    {
        switch ($service->product()) {
            case ServiceOrder::DOMAIN_SLOTS:
                return '/domains';
            case ServiceOrder::SERVER:
                $serverId = $service->serverId();
                return $serverId === null ? '/servers' : "/servers/$serverId";
            default:
                return '/';
        }
    }
}
