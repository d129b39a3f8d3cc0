<?php

/**
 * The interfaces and classes of usage billing that the module uses, after the published reference.
 */

declare(strict_types=1);

namespace WHMCS\UsageBilling\Contracts\Metrics;

interface UnitInterface
{
}

interface UsageInterface
{
    public function collectedAt();

    public function startAt();

    public function endAt();

    public function value();
}

interface MetricInterface
{
    public const TYPE_SNAPSHOT = 'snapshot';
    public const TYPE_PERIOD_DAY = 'day';
    public const TYPE_PERIOD_MONTH = 'month';

    public function systemName();

    public function type();

    public function usage();

    public function withUsage(?UsageInterface $usage = null);
}

interface ProviderInterface
{
    public function metrics();

    public function usage();

    public function tenantUsage($tenant);
}

namespace WHMCS\UsageBilling\Metrics;

use WHMCS\UsageBilling\Contracts\Metrics\MetricInterface;
use WHMCS\UsageBilling\Contracts\Metrics\UnitInterface;
use WHMCS\UsageBilling\Contracts\Metrics\UsageInterface;

final class Metric implements MetricInterface
{
    private array $parts;

    public function __construct(
        $systemName,
        $displayName = null,
        $type = null,
        ?UnitInterface $units = null,
        ?UsageInterface $usage = null
    ) {
        $this->parts = [$systemName, $displayName, $type, $units, $usage];
    }

    public function systemName()
    {
        return $this->parts[0];
    }

    public function type()
    {
        return $this->parts[2];
    }

    public function usage()
    {
        return $this->parts[4];
    }

    public function withUsage(?UsageInterface $usage = null)
    {
        return new self($this->parts[0], $this->parts[1], $this->parts[2], $this->parts[3], $usage);
    }
}

final class Usage implements UsageInterface
{
    private array $parts;

    public function __construct($value, $collectedAt = null, $startAt = null, $endAt = null)
    {
        $this->parts = [$value, $collectedAt, $startAt, $endAt];
    }

    public function collectedAt()
    {
        return $this->parts[1];
    }

    public function startAt()
    {
        return $this->parts[2];
    }

    public function endAt()
    {
        return $this->parts[3];
    }

    public function value()
    {
        return $this->parts[0];
    }
}

namespace WHMCS\UsageBilling\Metrics\Units;

use WHMCS\UsageBilling\Contracts\Metrics\UnitInterface;

class FloatingPoint implements UnitInterface
{
    public function __construct($name, $one = null, $many = null, $prefix = null, $suffix = null)
    {
    }
}

class WholeNumber extends FloatingPoint
{
}
