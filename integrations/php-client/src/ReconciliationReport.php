<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * What came of comparing both sides.
 */
final class ReconciliationReport
{
    /** So many differences are named; all are counted. */
    private const NAMED = 50;

    /** @var SyncReport */
    private $told;

    /** @var array<string, string> */
    private $names;

    /** @var list<string> */
    private $lines = [];

    /** @var int */
    private $differences = 0;

    /** @var BreakwaterException|null */
    private $failure;

    /**
     * @param array<string, string> $names as {@see Explanation::of} takes them
     */
    public function __construct(SyncReport $told, array $names)
    {
        $this->told = $told;
        $this->names = $names;
    }

    /**
     * @param string|null $reason why it could not be repaired; null: it was
     */
    public function repaired(Difference $difference, ?string $reason): void
    {
        $this->add($difference, $reason === null ? 'Repaired.' : "Could not be repaired: $reason");
    }

    /** What staff decide. */
    public function leave(Difference $difference): void
    {
        $this->add($difference, 'Staff decide what becomes of it.');
    }

    public function fail(BreakwaterException $failure): void
    {
        $this->failure = $failure;
    }

    /** What came of telling states. */
    public function told(): SyncReport
    {
        return $this->told;
    }

    /** Why not everything was compared; null when it was. */
    public function failure(): ?BreakwaterException
    {
        return $this->told->failure() ?? $this->failure;
    }

    /** Whether both sides agreed before. */
    public function isClean(): bool
    {
        return $this->told->isClean() && $this->differences === 0 && $this->failure === null;
    }

    /**
     * For staff.
     *
     * @return list<string>
     */
    public function sentences(): array
    {
        $sentences = array_merge($this->told->sentences($this->names, false), $this->lines);
        $more = $this->differences - count($this->lines);
        if ($more > 0) {
            $sentences[] = sprintf('And %d more differences.', $more);
        }
        if ($this->failure !== null) {
            $sentences[] = 'The comparison ended early: ' . Explanation::of($this->failure, $this->names);
        }
        return $sentences;
    }

    private function add(Difference $difference, string $outcome): void
    {
        $this->differences += 1;
        if (count($this->lines) < self::NAMED) {
            $this->lines[] = $difference->sentence($this->names) . ' ' . $outcome;
        }
    }
}
