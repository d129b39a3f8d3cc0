<?php

/**
 * What customers read (es).
 */

declare(strict_types=1);

if (!defined('WHMCS')) {
    die('This file cannot be accessed directly');
}

return [
    'whmcs_names' => 'spanish',
    'heading' => 'Supervisión de seguridad',
    'open_portal' => 'Abrir el portal de seguridad',
    'no_alerts' => 'No hay alertas abiertas.',
    'not_looked_at' => 'No hay alertas abiertas, pero no se ha examinado todo. El portal dice qué falta.',
    'alerts_1' => '1 alerta abierta',
    'alerts_n' => '%d alertas abiertas',
    'more' => '%d más en el portal',
    'unknown' => 'Las alertas no se pueden mostrar en este momento. Las encontrará en el portal.',
    'inactive' => 'La supervisión no está activa para este servicio.',
    'severity' => 'Gravedad',
    'alert' => 'Alerta',
    'where' => 'Dónde',
    'since' => 'Desde',
    'severity_critical' => 'Crítica',
    'severity_high' => 'Alta',
    'severity_medium' => 'Media',
    'severity_low' => 'Baja',
    'alert_port' => 'El puerto %s está abierto a todos',
    'alert_leaked_credentials' => 'Credenciales filtradas',
    'alert_dark_web' => 'Mención en la web oscura',
    'alert_certificate' => 'Problema con un certificado',
    'downgrade_refused' => 'Usted utiliza %1$d y la nueva opción permite %2$d. Elimine primero en el portal de '
        . 'seguridad lo que no necesite.',
];
