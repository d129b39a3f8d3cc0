<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * Makes both sides agree: says what differs, repairs what is safe, and leaves the rest to staff, line by line.
 */
final class Reconciliation
{
    private const PAGE = 500;

    /** @var Client */
    private $client;

    /** @var BillingSide */
    private $side;

    /** @var array<string, string> */
    private $names;

    /**
     * @param Client                $client one for jobs: it reads everything
     * @param array<string, string> $names  as {@see Explanation::of} takes them
     */
    public function __construct(Client $client, BillingSide $side, array $names = [])
    {
        $this->client = $client;
        $this->side = $side;
        $this->names = $names;
    }

    /**
     * What differs now; nothing is changed. Both sides are read while it is gone through.
     *
     * @param int|null $serviceId of one service; null: of all
     *
     * @return \Generator<int, Difference>
     *
     * @throws BreakwaterException
     */
    public function differences(?int $serviceId = null): \Generator
    {
        $query = ['limit' => self::PAGE] + ($serviceId === null ? [] : ['service_id' => $serviceId]);
        return Comparison::of(
            $this->side->services($serviceId),
            $this->client->each('/services', 'services', $query),
            [$this->side, 'hasSold']
        );
    }

    /**
     * Repairs a difference that staff chose, if it is still there.
     *
     * @param string $key as {@see Difference::key} gave it
     *
     * @return string what became of it
     *
     * @throws BreakwaterException
     * @throws \RuntimeException with a sentence for staff
     */
    public function settle(string $key): string
    {
        $serviceId = (int) (explode('/', $key)[1] ?? 0);
        foreach ($serviceId < 1 ? [] : $this->differences($serviceId) as $difference) {
            if ($difference->key() === $key) {
                $this->repair($difference);
                return $difference->sentence($this->names) . ' Repaired.';
            }
        }
        return 'Both sides agree about this meanwhile.';
    }

    /**
     * Tells all services, repairs what is safe, and reports it.
     *
     * @param string|null $version of the module, at most 20 characters
     */
    public function run(?string $version = null): ReconciliationReport
    {
        $told = (new ServiceSync($this->client, $version))->run($this->told());
        $report = new ReconciliationReport($told, $this->names);
        if ($told->failure() !== null) {
            return $report;
        }
        $done = [];
        try {
            foreach ($this->differences() as $difference) {
                $work = self::workOf($difference);
                if (!$difference->isSafe()) {
                    $report->leave($difference);
                } elseif (!array_key_exists($work, $done)) {
                    // Of one service at a time, since they come service by service.
                    $done = [$work => $this->attempt($difference)];
                    $report->repaired($difference, $done[$work]);
                } else {
                    $report->repaired($difference, $done[$work]);
                }
            }
        } catch (BreakwaterException $failure) {
            $report->fail($failure);
        }
        return $report;
    }

    /**
     * @throws \RuntimeException with a sentence for staff, or a BreakwaterException
     */
    private function repair(Difference $difference): void
    {
        $serviceId = $difference->serviceId();
        $ownership = new Ownership($this->client);
        switch ($difference->kind()) {
            case Difference::LEFT_OVER:
                $ownership->end($serviceId, $difference->clientId(), $difference->product());
                $this->side->forget($serviceId, $difference->clientId());
                return;
            case Difference::OWNER:
                $ownership->transfer($serviceId, (int) $difference->there(), $difference->clientId());
                $this->side->forget($serviceId, (int) $difference->there());
                $this->side->repair($serviceId, false);
                return;
            case Difference::NAME:
                $this->client->put('/customers/' . $difference->clientId(), ['client_name' => $difference->here()]);
                return;
            case Difference::EMAIL:
                $this->client->put('/customers/' . $difference->clientId(), ['client_email' => $difference->here()]);
                return;
            default:
                $this->side->repair($serviceId, $difference->kind() === Difference::ADDRESS);
        }
    }

    /** Null: it is repaired; else why not. */
    private function attempt(Difference $difference): ?string
    {
        try {
            $this->repair($difference);
            return null;
        } catch (BreakwaterException $failed) {
            return Explanation::of($failed, $this->names);
        } catch (\RuntimeException $failed) {
            return $failed->getMessage();
        }
    }

    /** Differences that one and the same work repairs. */
    private static function workOf(Difference $difference): string
    {
        $isOneWork = in_array(
            $difference->kind(),
            [Difference::MISSING, Difference::STATE, Difference::PLAN, Difference::QUANTITY, Difference::PRICE],
            true
        );
        return $isOneWork ? (string) $difference->serviceId() : $difference->key();
    }

    /**
     * @return \Generator<int, array{service_id: int, client_id: int, product_slug: string, status: string}>
     */
    private function told(): \Generator
    {
        foreach ($this->side->services() as ['order' => $order, 'status' => $status]) {
            if ($status !== null) {
                yield $order->only('service_id', 'client_id', 'product_slug') + ['status' => $status];
            }
        }
    }
}
