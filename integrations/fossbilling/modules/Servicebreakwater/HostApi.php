<?php

declare(strict_types=1);

namespace Box\Mod\Servicebreakwater;

// What an API of a module extends: FOSSBilling 0.8.3 renamed the class. No class of ours names either of them, so that
// each version loads its own.
class_alias(
    class_exists(\FOSSBilling\Api\AbstractApi::class) ? \FOSSBilling\Api\AbstractApi::class : \Api_Abstract::class,
    __NAMESPACE__ . '\HostApi'
);
