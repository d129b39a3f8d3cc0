<?php

/**
 * What customers read (de).
 */

declare(strict_types=1);

return [
    'whmcs_names' => 'german',
    'heading' => 'Sicherheitsüberwachung',
    'open_portal' => 'Sicherheitsportal öffnen',
    'no_alerts' => 'Keine offenen Meldungen.',
    'look_failing' => 'Nicht angesehen: Der letzte Scan konnte nicht sagen, wie es um ihn steht, oder blieb aus.',
    'look_never_scanned' => 'Noch nicht angesehen: Der erste Scan steht noch aus.',
    'look_outside_policy' => 'Nicht angesehen: Seine Adresse wird nie gescannt.',
    'look_paused' => 'Nicht angesehen: Er ist pausiert.',
    'look_waiting_for_capacity' => 'Nicht angesehen: Er wartet, bis der Tarif Platz für ihn hat.',
    'look_terminated' => 'Nicht angesehen: Er wird nicht mehr überwacht.',
    'look_nothing_monitored' => 'Noch wird nichts überwacht. Fügen Sie es im Sicherheitsportal hinzu.',
    'look_plan_full' => 'Für einen Teil hat der Tarif keinen Platz; er ist pausiert. Im Portal steht, was.',
    'look_first_looks' => 'Bei einem Teil steht der erste Blick noch aus.',
    'look_not_looked_at' => 'Nicht alles wurde angesehen. Im Portal steht, was nicht.',
    'look_posture_only' => 'Angesehen wurde, was jeder von den Domains sehen kann. Nach Leaks sucht niemand.',
    'posture_domain' => 'E-Mail, DNS und Registrierung von %1$s, wie jeder sie sehen kann (%2$s). '
        . 'In Ordnung: %3$d von %4$d Prüfungen. Nicht in Ordnung: %5$d. Ohne Antwort: %6$d.',
    'posture_first_look' => 'E-Mail, DNS und Registrierung von %s: Der erste Blick steht noch aus.',
    'posture_domains' => 'E-Mail, DNS und Registrierung. Angesehene Domains: %1$d von %2$d.',
    'last_look' => 'Zuletzt angesehen: %s.',
    'alerts_1' => '1 offene Meldung',
    'alerts_n' => '%d offene Meldungen',
    'more' => '%d weitere im Portal',
    'unknown' => 'Die Meldungen können gerade nicht angezeigt werden. Sie finden sie im Portal.',
    'portal_unavailable' => 'Das Sicherheitsportal lässt sich gerade nicht öffnen. Bitte versuchen Sie es in einigen '
        . 'Minuten noch einmal, oder wenden Sie sich an uns.',
    'inactive' => 'Die Überwachung ist für diesen Dienst nicht aktiv.',
    'severity' => 'Schweregrad',
    'alert' => 'Meldung',
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
    'alert_domain_posture' => 'Nicht in Ordnung: %s',
    'check_name_servers' => 'Nameserver',
    'check_mx' => 'Mailserver (MX)',
    'check_tls_rpt' => 'TLS-Berichte (TLS-RPT)',
    'check_caa' => 'Zertifizierungsstellen (CAA)',
    'check_registration' => 'Registrierung',
    'check_dangling' => 'Namen früherer Server',
    'address_wrong' => 'Bitte geben Sie die IP-Adresse Ihres Servers ein: eine IPv4- oder IPv6-Adresse, die er im '
        . 'Internet hat.',
    'address_not_scanned' => 'Die Adresse %s kann nicht überwacht werden: Sie gehört nicht zum öffentlichen Internet.',
    'address_taken' => 'Die Adresse %s wird für Sie schon überwacht.',
    'downgrade_refused' => 'Sie nutzen %1$d, und die neue Wahl erlaubt %2$d. Bitte entfernen Sie zuerst im '
        . 'Sicherheitsportal, was Sie nicht brauchen.',
];
