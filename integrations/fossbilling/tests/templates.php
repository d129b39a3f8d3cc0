<?php

/** Renders every template with hostile names: php templates.php MODULE-DIRECTORY. Prints the HTML. */

declare(strict_types=1);

require '/usr/share/php/Twig/autoload.php';

error_reporting(E_ALL & ~E_DEPRECATED);
const HOSTILE = '"><script>alert(1)</script>\'';

/** Any call of an API answers with what a template shows. */
class Answers
{
    private $answers;

    public function __construct(array $answers)
    {
        $this->answers = $answers;
    }

    public function __call(string $name, array $values)
    {
        return $this->answers[$name];
    }
}

$server = array_fill_keys(['ip_address', 'hostname', 'state', 'last_scan_at', 'open_alerts'], HOSTILE);
$config = ['kind' => HOSTILE, 'plan_slug' => HOSTILE, 'domains' => HOSTILE];
$settings = ['url' => HOSTILE, 'has_key' => true, 'sandbox' => true, 'last_sync' => HOSTILE];
$plans = [HOSTILE => HOSTILE, 'other' => HOSTILE];
/** What both areas' pages are told. */
$state = static function (array $more): array {
    return $more + [
        'problem' => null,
        'servers' => [],
        'open_alerts' => 0,
        'capacity' => null,
        'used_days' => HOSTILE,
        'console' => HOSTILE,
        'is_known' => true,
        'alerts' => [],
        'summary' => HOSTILE,
        'more' => HOSTILE,
        'last_look' => HOSTILE,
        'posture' => HOSTILE,
        'text' => array_fill_keys(
            ['heading', 'unknown', 'severity', 'alert', 'where', 'since', 'open_portal'],
            HOSTILE
        ),
    ];
};
$alert = array_fill_keys(['severityText', 'title', 'subject', 'since'], HOSTILE);
$full = ['servers' => [$server], 'open_alerts' => 7, 'alerts' => [$alert], 'capacity' => ['usage' => HOSTILE,
    'capacity' => HOSTILE]];
$answers = new Answers([
    'servicebreakwater_state' => $state($full),
    'servicebreakwater_plans' => $plans,
    'servicebreakwater_settings' => $settings,
    'servicebreakwater_differences' => [
        'problem' => null,
        'count' => 1,
        'unsold' => [HOSTILE],
        'lines' => [array_fill_keys(
            ['key', 'order_id', 'client_id', 'label', 'here', 'there', 'is_safe', 'sentence', 'remedy'],
            HOSTILE
        )],
    ],
]);
$troubled = new Answers([
    'servicebreakwater_state' => $state(['problem' => HOSTILE, 'open_alerts' => null, 'is_known' => false]),
    'servicebreakwater_plans' => [],
]);
foreach (['admin', 'client'] as $area) {
    $files = new Twig\Loader\FilesystemLoader($argv[1] . '/templates/' . $area);
    $layout = new Twig\Loader\ArrayLoader(['layout_default.html.twig' => '{% block content %}{% endblock %}']);
    $twig = new Twig\Environment(new Twig\Loader\ChainLoader([$files, $layout]), [
        'autoescape' => 'html',
        'strict_variables' => true,
    ]);
    foreach (['trans', 'url', 'api_url'] as $filter) {
        $twig->addFilter(new Twig\TwigFilter($filter, static function (string $text): string {
            return $text;
        }));
    }
    foreach (['fb_api_form', 'fb_api_link'] as $function) {
        $twig->addFunction(new Twig\TwigFunction($function, static function (): string {
            return 'data-form';
        }, ['is_safe' => ['html']]));
    }
    foreach (glob($argv[1] . "/templates/$area/*.twig") as $file) {
        foreach ([$answers, $troubled] as $api) {
            if ($api !== $answers && strpos($file, '_manage') === false) {
                continue;
            }
            echo $twig->render(basename($file), [
                $area => $api,
                'request' => ['ajax' => false],
                'product' => ['id' => HOSTILE, 'config' => $config],
                'order' => ['id' => HOSTILE, 'config' => $config, 'status' => 'active'],
                'service' => ['endpoint_id' => HOSTILE],
            ]);
        }
    }
}
