<?php

/**
 * What customers read (en).
 */

declare(strict_types=1);

return [
    'whmcs_names' => 'english',
    'heading' => 'Security monitoring',
    'open_portal' => 'Open the security portal',
    'no_alerts' => 'No open alerts.',
    'look_failing' => 'Not looked at: the last scan could not tell how it is, or did not come when it was due.',
    'look_never_scanned' => 'Not looked at yet: the first scan is still to come.',
    'look_outside_policy' => 'Not looked at: its address is never scanned.',
    'look_paused' => 'Not looked at: it is paused.',
    'look_waiting_for_capacity' => 'Not looked at: it waits until the plan has room for it.',
    'look_terminated' => 'Not looked at: it is not monitored any more.',
    'look_nothing_monitored' => 'Nothing is monitored yet. Add it in the security portal.',
    'look_plan_full' => 'The plan has no room for some of it, which is paused. The portal says what.',
    'look_first_looks' => 'The first look at some of it is still to come.',
    'look_not_looked_at' => 'Not everything was looked at. The portal says what was not.',
    'look_posture_only' => 'Looked at is what everybody can see of the domains. Nobody looks for leaked data.',
    'posture_domain' => 'Mail, DNS and registration of %1$s, as everybody can see them (%2$s). '
        . 'In order: %3$d of %4$d checks. Not in order: %5$d. Without an answer: %6$d.',
    'posture_first_look' => 'Mail, DNS and registration of %s: the first look is still to come.',
    'posture_domains' => 'Mail, DNS and registration. Domains looked at: %1$d of %2$d.',
    'last_look' => 'Last look: %s.',
    'alerts_1' => '1 open alert',
    'alerts_n' => '%d open alerts',
    'more' => '%d more in the portal',
    'unknown' => 'The alerts cannot be shown at the moment. The portal has them.',
    'portal_unavailable' => 'The security portal cannot be opened at the moment. Please try again in a few minutes, '
        . 'or contact us.',
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
    'alert_domain_posture' => 'Not in order: %s',
    'check_name_servers' => 'Name servers',
    'check_mx' => 'Mail hosts (MX)',
    'check_tls_rpt' => 'TLS reports (TLS-RPT)',
    'check_caa' => 'Certificate authorities (CAA)',
    'check_registration' => 'Registration',
    'check_dangling' => 'Names of former servers',
    'address_wrong' => 'Please enter the IP address of your server: one IPv4 or IPv6 address that it has on the '
        . 'internet.',
    'address_not_scanned' => 'The address %s cannot be monitored: it is not one of the public internet.',
    'address_taken' => 'The address %s is monitored for you already.',
    'downgrade_refused' => 'You use %1$d, and the new choice allows %2$d. Please remove what you do not need in the '
        . 'security portal first.',
];
