<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

use Breakwater\ApiException;
use Breakwater\BreakwaterException;
use Breakwater\Provisioning;
use Breakwater\ServiceOrder;

/**
 * Asks before an upgrade is paid for whether it can be carried out.
 */
final class UpgradeCheck
{
    /**
     * @return list<string> what the customer is told; none: go on
     */
    public static function errors(int $serviceId, int $productId): array
    {
        $row = Records::service($serviceId);
        $products = Records::products();
        $product = $products[$productId] ?? null;
        if ($row === null || $product === null || !isset($products[(int) $row->packageid])) {
            return [];
        }
        $sold = (string) ($product->{'configoption' . Options::PRODUCT} ?? '');
        $soldBefore = (string) ($products[(int) $row->packageid]->{'configoption' . Options::PRODUCT} ?? '');
        if ($sold !== $soldBefore || $sold === ServiceOrder::SERVER) {
            return [];
        }
        $order = [
            'client_id' => (int) $row->userid,
            'service_id' => $serviceId,
            'product_slug' => $sold,
            'plan_slug' => (string) ($product->{'configoption' . Options::PLAN} ?? ''),
            'quantity' => max(1, (int) ($product->{'configoption' . Options::DOMAINS} ?? 1)),
        ];
        foreach (Records::servers() as $server) {
            if ((int) $server->id !== (int) $row->server) {
                continue;
            }
            try {
                $client = Server::ofRecord($server)->connection('UpgradeCheck')->forPages();
                (new Provisioning($client))->checkChange(new ServiceOrder($order));
            } catch (ApiException $refused) {
                if ($refused->problem() === 'DOWNGRADE_USAGE_EXCEEDED') {
                    $details = $refused->details();
                    $text = Texts::of([])['downgrade_refused'];
                    return [sprintf($text, $details['current_usage'] ?? 0, $details['new_limit'] ?? 0)];
                }
            } catch (BreakwaterException $failed) {
                // What cannot be asked now is asked again when it is paid for.
                return [];
            }
        }
        return [];
    }
}
