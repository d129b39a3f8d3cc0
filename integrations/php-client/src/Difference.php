<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * One thing in which the billing system and the monitoring service do not agree about a service, and what is to be done
 * about it.
 */
final class Difference
{
    /** Only the billing system has it. */
    public const MISSING = 'missing';

    /** Only the monitoring service has it. */
    public const LEFT_OVER = 'left_over';

    /** Another customer has it there. */
    public const OWNER = 'owner';

    public const STATE = 'state';
    public const PLAN = 'plan';
    public const QUANTITY = 'quantity';
    public const PRICE = 'price';
    public const ADDRESS = 'address';

    /** Of the customer. */
    public const NAME = 'name';
    public const EMAIL = 'e-mail address';

    private const LONGEST_VALUE = 120;

    /** @var string */
    private $kind;

    /** @var int */
    private $serviceId;

    /** @var int */
    private $clientId;

    /** @var string */
    private $product;

    /** @var string */
    private $here;

    /** @var string */
    private $there;

    /** @var bool */
    private $isSafe;

    /**
     * @param string $kind     one of the constants
     * @param int    $clientId the customer here; of LEFT_OVER the one there
     * @param string $here     what the billing system has; of OWNER the customer's number, of LEFT_OVER nothing
     * @param string $there    what the monitoring service has; of MISSING nothing
     * @param bool   $isSafe   whether it may be repaired without asking
     */
    public function __construct(
        string $kind,
        int $serviceId,
        int $clientId,
        string $product,
        string $here,
        string $there,
        bool $isSafe = true
    ) {
        $this->kind = $kind;
        $this->serviceId = $serviceId;
        $this->clientId = $clientId;
        $this->product = $product;
        $this->here = $here;
        $this->there = $there;
        $this->isSafe = $isSafe;
    }

    public function kind(): string
    {
        return $this->kind;
    }

    public function serviceId(): int
    {
        return $this->serviceId;
    }

    public function clientId(): int
    {
        return $this->clientId;
    }

    public function product(): string
    {
        return $this->product;
    }

    public function here(): string
    {
        return $this->here;
    }

    public function there(): string
    {
        return $this->there;
    }

    /** Whether it may be repaired without asking; otherwise staff decide. */
    public function isSafe(): bool
    {
        return $this->isSafe;
    }

    /** Whether it is about the customer, and not about what was bought. */
    public function isOfCustomer(): bool
    {
        return in_array($this->kind, [self::NAME, self::EMAIL], true);
    }

    /** A name by which the same difference is known again. */
    public function key(): string
    {
        return implode('/', [$this->kind, $this->serviceId, $this->clientId, $this->product]);
    }

    /**
     * One line for staff.
     *
     * @param array<string, string> $names as {@see Explanation::of} takes them
     */
    public function sentence(array $names = []): string
    {
        return strtr($this->said(), $names + Explanation::NAMES);
    }

    private function said(): string
    {
        switch ($this->kind) {
            case self::MISSING:
                return sprintf('{service} #%d is %s here, and not monitored.', $this->serviceId, $this->here);
            case self::LEFT_OVER:
                return sprintf(
                    '{service} #%d of client #%d (%s) is %s at the monitoring service, and not sold here.',
                    $this->serviceId,
                    $this->clientId,
                    $this->product,
                    $this->there
                );
            case self::OWNER:
                return sprintf(
                    '{service} #%d belongs to client #%s here, and to client #%s at the monitoring service.',
                    $this->serviceId,
                    $this->here,
                    $this->there
                );
            default:
                return sprintf(
                    '%s: %s is %s here, and %s at the monitoring service.',
                    $this->isOfCustomer() ? "Client #$this->clientId" : "{service} #$this->serviceId",
                    $this->kind,
                    self::shown($this->here),
                    self::shown($this->there)
                );
        }
    }

    /** What differs, in a word or two. */
    public function label(): string
    {
        $labels = [
            self::MISSING => 'only here',
            self::LEFT_OVER => 'only there (' . $this->product . ')',
            self::OWNER => 'client',
        ];
        return $labels[$this->kind] ?? $this->kind;
    }

    /** What repairing it does, for a button. */
    public function remedy(): string
    {
        switch ($this->kind) {
            case self::MISSING:
                return 'Monitor it';
            case self::LEFT_OVER:
                return 'End it there';
            case self::OWNER:
                return 'Move it to this client';
            default:
                return 'Set it there';
        }
    }

    private static function shown(string $value): string
    {
        preg_match('~^.{0,' . self::LONGEST_VALUE . '}~us', $value, $start);
        $shown = $start[0] ?? '';
        return $value === '' ? 'nothing' : '“' . $shown . ($shown === $value ? '' : '…') . '”';
    }
}
