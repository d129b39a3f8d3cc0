<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * A service cannot be ordered as the billing system has it; its message says what to set there.
 */
final class OrderException extends BreakwaterException
{
}
