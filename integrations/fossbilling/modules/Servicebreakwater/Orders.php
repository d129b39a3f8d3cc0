<?php

declare(strict_types=1);

namespace Box\Mod\Servicebreakwater;

use Breakwater\BillingSide;
use Breakwater\OrderException;

require_once __DIR__ . '/client/autoload.php';

/**
 * The orders of the product type, as they are compared with the monitoring service. Which orders ever were is known by
 * the rows of their services, which outlive an order that was deleted by force.
 */
final class Orders implements BillingSide
{
    /** How many orders are read at once. */
    private const BATCH = 500;

    /** With their clients, servers and currencies: how many units are one of the default currency. */
    private const SELECT = 'SELECT o.id, o.client_id, o.status, o.period, o.quantity, o.price, o.discount,
        o.config, s.id AS service_row, s.endpoint_id, c.company, c.first_name, c.last_name, c.email,
        r.conversion_rate AS rate
        FROM client_order o
        LEFT JOIN service_breakwater s ON s.id = o.service_id
        LEFT JOIN client c ON c.id = o.client_id
        LEFT JOIN currency r ON r.code = o.currency';

    /** @var object */
    private $db;
    private Monitoring $monitoring;

    /** @var list<int> */
    private array $unsold = [];

    /**
     * @param object $db FOSSBilling's database
     */
    public function __construct($db, Monitoring $monitoring)
    {
        $this->db = $db;
        $this->monitoring = $monitoring;
    }

    /**
     * @param object $db FOSSBilling's database
     *
     * @return array<string, mixed>|null see Monitoring; null: there is none
     */
    public static function find($db, int $id): ?array
    {
        $row = $db->getRow(self::SELECT . ' WHERE o.id = :id', [':id' => $id]);
        return empty($row) ? null : self::withConfig($row);
    }

    /**
     * Orders that services() left out, since they do not say what they sell.
     *
     * @return list<int>
     */
    public function unsold(): array
    {
        return $this->unsold;
    }

    public function services(?int $serviceId = null): iterable
    {
        $this->unsold = [];
        $after = 0;
        do {
            $rows = $this->db->getAll(
                self::SELECT . ' WHERE o.service_type = :type AND o.id > :after'
                    . ($serviceId === null ? '' : ' AND o.id = :id') . ' ORDER BY o.id LIMIT ' . self::BATCH,
                [':type' => 'breakwater', ':after' => $after] + ($serviceId === null ? [] : [':id' => $serviceId])
            );
            foreach ($rows as $row) {
                $after = (int) $row['id'];
                try {
                    yield $this->monitoring->sold(self::withConfig($row));
                } catch (OrderException $unsold) {
                    $this->unsold[] = $after;
                }
            }
        } while (count($rows) === self::BATCH);
    }

    public function hasSold(int $serviceId, int $clientId): bool
    {
        return !empty($this->db->getRow(
            'SELECT id FROM service_breakwater WHERE order_id = :order AND client_id = :client',
            [':order' => $serviceId, ':client' => $clientId]
        ));
    }

    public function repair(int $serviceId, bool $isAnew): void
    {
        $order = self::find($this->db, $serviceId);
        if ($order === null) {
            throw new \RuntimeException("There is no order $serviceId.");
        }
        $serverId = $isAnew ? $this->monitoring->recreate($order) : $this->monitoring->resync($order);
        if ($serverId !== null) {
            $this->keepServer($order, $serverId);
        }
    }

    /** Of an order that there is the row stays, since the order has it. */
    public function forget(int $serviceId, int $clientId): void
    {
        if (self::find($this->db, $serviceId) === null) {
            $this->db->exec(
                'DELETE FROM service_breakwater WHERE order_id = :order AND client_id = :client',
                [':order' => $serviceId, ':client' => $clientId]
            );
        }
    }

    /**
     * @param array<string, mixed> $order
     */
    public function keepServer(array $order, string $serverId): void
    {
        $this->db->exec(
            'UPDATE service_breakwater SET endpoint_id = :endpoint WHERE id = :id',
            [':endpoint' => $serverId, ':id' => $order['service_row']]
        );
    }

    /**
     * @param array<string, mixed> $row
     *
     * @return array<string, mixed>
     */
    private static function withConfig(array $row): array
    {
        return ['config' => json_decode($row['config'] ?? '', true) ?? []] + $row;
    }
}
