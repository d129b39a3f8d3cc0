<?php

/**
 * What customers read (en).
 */

declare(strict_types=1);

if (!defined('WHMCS')) {
    die('This file cannot be accessed directly');
}

return [
    'whmcs_names' => 'english',
    'heading' => 'Security monitoring',
    'open_portal' => 'Open the security portal',
    'no_alerts' => 'No open alerts.',
    'not_looked_at' => 'No alerts are open, but not everything was looked at. The portal says what was not.',
    'alerts_1' => '1 open alert',
    'alerts_n' => '%d open alerts',
    'more' => '%d more in the portal',
    'unknown' => 'The alerts cannot be shown at the moment. The portal has them.',
    'inactive' => 'Monitoring is not active for this service.',
    'severity' => 'Severity',
    'alert' => 'Alert',
    'where' => 'Where',
    'since' => 'Since',
    'severity_critical' => 'Critical',
    'severity_high' => 'High',
    'severity_medium' => 'Medium',
    'severity_low' => 'Low',
    'alert_port' => 'Port %s is open to everybody',
    'alert_leaked_credentials' => 'Leaked credentials',
    'alert_dark_web' => 'Mentioned on the dark web',
    'alert_certificate' => 'Problem with a certificate',
    'downgrade_refused' => 'You use %1$d, and the new choice allows %2$d. Please remove what you do not need in the '
        . 'security portal first.',
];
