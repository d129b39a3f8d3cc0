<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

use Breakwater\Client;
use Breakwater\OrderException;

/**
 * What staff see of a service on its page.
 */
final class StaffView
{
    /**
     * @param array<string, mixed> $params
     *
     * @return array<string, string> HTML by label
     */
    public static function fields(array $params): array
    {
        $fields = [];
        $failure = Module::failure('AdminServicesTabFields', $params, static function () use ($params, &$fields) {
            $service = new Service($params);
            $client = Server::of($params)->connection('AdminServicesTabFields')->forStaff();
            $fields = $service->isServer() ? self::server($client, $service) : self::subscription($client, $service);
        });
        $fields = $failure === null ? $fields : ['Monitoring' => $failure];
        return array_map(static function (string $text): string {
            return htmlspecialchars($text, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8');
        }, $fields);
    }

    /**
     * @return array<string, string>
     */
    private static function server(Client $client, Service $service): array
    {
        $serverId = $service->serverId();
        if ($serverId === null) {
            throw new OrderException('The server of this service is not known: use Create, or Re-sync.');
        }
        $detail = $client->get("/endpoints/$serverId/detail", ['billing_customer_id' => $service->clientId()]);
        $server = $detail['data'];
        $state = $server['status'] . ($server['quota_paused'] ? ' (the plan has no room for it)' : '');
        $query = ['endpoint_id' => $serverId, 'billing_customer_id' => $service->clientId()];
        return [
            'Server' => $server['ip_address'] . ' ' . $server['hostname'],
            'State' => $server['not_scanned'] === null ? $state : "$state: " . $server['not_scanned'],
            'Last scan' => self::time($server['last_scan_at']),
            'Open alerts' => self::openAlerts($client, $query),
            'Capacity' => 'One server, which this service pays for; ' . self::scanned($server['coverage']),
        ];
    }

    /**
     * @return array<string, string>
     */
    private static function subscription(Client $client, Service $service): array
    {
        $scope = ['billing_customer_id' => $service->clientId()];
        $customer = $client->get('/customers/' . $service->clientId())['data'];
        $state = 'not there: use Create, or Re-sync';
        foreach ($customer['subscriptions'] as $subscription) {
            if ($subscription['service_id'] === $service->id()) {
                $terms = $subscription['plan_slug'] ?? $subscription['quantity'] . ' domain slots';
                $state = $subscription['status'] . ', ' . $terms;
            }
        }
        $use = $customer['capacity'][$service->product()] ?? ['usage' => 0, 'capacity' => 0, 'over_quota' => false];
        $subject = $service->product() === 'domain_monitoring' ? 'domain' : 'endpoint';
        return [
            'State' => $state,
            'Last scan' => self::time($client->get('/monitoring/overview', $scope)['data']['last_look_at']),
            'Open alerts' => self::openAlerts($client, $scope + ['subject' => $subject]),
            'Capacity' => sprintf('%d of %s used', $use['usage'], $use['capacity'] ?? 'any number')
                . ($use['over_quota'] ? '; what does not fit is paused' : ''),
        ];
    }

    /**
     * @param array<string, mixed> $query
     */
    private static function openAlerts(Client $client, array $query): string
    {
        $query += ['status' => 'open', 'sort' => 'severity', 'limit' => 3];
        $data = $client->get('/monitoring/alerts', $query)['data'];
        $titles = array_map(static function (array $alert): string {
            return $alert['severity'] . ': ' . $alert['title'];
        }, $data['alerts']);
        $more = $data['total'] > count($titles) ? '; …' : '';
        return $data['total'] . ($titles === [] ? '' : ' (' . implode('; ', $titles) . $more . ')');
    }

    /**
     * @param array<string, mixed> $coverage
     */
    private static function scanned(array $coverage): string
    {
        return sprintf('%d TCP ports every %d hours', $coverage['tcp_ports'], $coverage['interval_seconds'] / 3600);
    }

    private static function time(?string $timestamp): string
    {
        return $timestamp === null ? 'none yet' : gmdate('Y-m-d H:i', (int) strtotime($timestamp)) . ' UTC';
    }
}
