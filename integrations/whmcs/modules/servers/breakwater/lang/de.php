<?php

/**
 * What customers read (de).
 */

declare(strict_types=1);

if (!defined('WHMCS')) {
    die('This file cannot be accessed directly');
}

return [
    'whmcs_names' => 'german',
    'heading' => 'Sicherheitsüberwachung',
    'open_portal' => 'Sicherheitsportal öffnen',
    'no_alerts' => 'Keine offenen Warnungen.',
    'not_looked_at' => 'Keine Warnung ist offen, aber nicht alles wurde angesehen. Im Portal steht, was nicht.',
    'alerts_1' => '1 offene Warnung',
    'alerts_n' => '%d offene Warnungen',
    'more' => '%d weitere im Portal',
    'unknown' => 'Die Warnungen können gerade nicht angezeigt werden. Sie finden sie im Portal.',
    'inactive' => 'Die Überwachung ist für diesen Dienst nicht aktiv.',
    'severity' => 'Schweregrad',
    'alert' => 'Warnung',
    'where' => 'Wo',
    'since' => 'Seit',
    'severity_critical' => 'Kritisch',
    'severity_high' => 'Hoch',
    'severity_medium' => 'Mittel',
    'severity_low' => 'Niedrig',
    'alert_port' => 'Port %s ist für alle offen',
    'alert_leaked_credentials' => 'Veröffentlichte Zugangsdaten',
    'alert_dark_web' => 'Im Darknet erwähnt',
    'alert_certificate' => 'Problem mit einem Zertifikat',
    'downgrade_refused' => 'Sie nutzen %1$d, und die neue Wahl erlaubt %2$d. Bitte entfernen Sie zuerst im '
        . 'Sicherheitsportal, was Sie nicht brauchen.',
];
