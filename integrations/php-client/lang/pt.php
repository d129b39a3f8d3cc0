<?php

/**
 * What customers read (pt).
 */

declare(strict_types=1);

return [
    'whmcs_names' => 'portuguese-pt portuguese-br',
    'heading' => 'Monitorização de segurança',
    'open_portal' => 'Abrir o portal de segurança',
    'no_alerts' => 'Não há alertas em aberto.',
    'look_failing' => 'Não visto: a última análise não pôde dizer como está, ou não chegou quando devia.',
    'look_never_scanned' => 'Ainda não visto: falta a primeira análise.',
    'look_outside_policy' => 'Não visto: o seu endereço nunca é analisado.',
    'look_paused' => 'Não visto: está em pausa.',
    'look_waiting_for_capacity' => 'Não visto: espera que o plano tenha lugar para ele.',
    'look_terminated' => 'Não visto: já não é monitorizado.',
    'look_nothing_monitored' => 'Ainda nada é monitorizado. Adicione-o no portal de segurança.',
    'look_plan_full' => 'O plano não tem lugar para tudo e uma parte está em pausa. O portal diz qual.',
    'look_first_looks' => 'Falta a primeira verificação de uma parte.',
    'look_not_looked_at' => 'Nem tudo foi examinado. O portal diz o que falta.',
    'look_posture_only' => 'Foi examinado o que todos podem ver dos domínios. Ninguém procura fugas.',
    'posture_domain' => 'Correio, DNS e registo de %1$s, como todos os podem ver (%2$s). '
        . 'Em ordem: %3$d de %4$d verificações. Por corrigir: %5$d. Sem resposta: %6$d.',
    'posture_first_look' => 'Correio, DNS e registo de %s: falta a primeira verificação.',
    'posture_domains' => 'Correio, DNS e registo. Domínios examinados: %1$d de %2$d.',
    'last_look' => 'Último exame: %s.',
    'alerts_1' => '1 alerta em aberto',
    'alerts_n' => '%d alertas em aberto',
    'more' => 'Mais %d no portal',
    'unknown' => 'De momento não é possível mostrar os alertas. Pode consultá-los no portal.',
    'portal_unavailable' => 'De momento não é possível abrir o portal de segurança. Tente novamente dentro de alguns '
        . 'minutos ou contacte-nos.',
    'inactive' => 'A monitorização não está ativa para este serviço.',
    'severity' => 'Gravidade',
    'alert' => 'Alerta',
    'where' => 'Onde',
    'since' => 'Desde',
    'severity_critical' => 'Crítica',
    'severity_high' => 'Alta',
    'severity_medium' => 'Média',
    'severity_low' => 'Baixa',
    'alert_port' => 'A porta %s está aberta a todos',
    'alert_leaked_credentials' => 'Credenciais divulgadas',
    'alert_dark_web' => 'Menção na dark web',
    'alert_certificate' => 'Problema com um certificado',
    'alert_domain_posture' => 'Por corrigir: %s',
    'check_name_servers' => 'Servidores de nomes',
    'check_mx' => 'Servidores de correio (MX)',
    'check_tls_rpt' => 'Relatórios TLS (TLS-RPT)',
    'check_caa' => 'Autoridades de certificação (CAA)',
    'check_registration' => 'Registo do nome',
    'check_dangling' => 'Nomes de servidores anteriores',
    'address_wrong' => 'Introduza o endereço IP do seu servidor: um endereço IPv4 ou IPv6 que ele tenha na Internet.',
    'address_not_scanned' => 'O endereço %s não pode ser monitorizado: não pertence à Internet pública.',
    'address_taken' => 'O endereço %s já é monitorizado para si.',
    'downgrade_refused' => 'Utiliza %1$d e a nova opção permite %2$d. Remova primeiro no portal de segurança o que '
        . 'não precisar.',
];
