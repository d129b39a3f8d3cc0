<?php

declare(strict_types=1);

namespace Box\Mod\Servicebreakwater\Controller;

class Admin implements \FOSSBilling\InjectionAwareInterface
{
    protected ?\Pimple\Container $di = null;

    public function setDi(\Pimple\Container $di): void
    {
        $this->di = $di;
    }

    public function getDi(): ?\Pimple\Container
    {
        return $this->di;
    }

    public function fetchNavigation(): array
    {
        return [
            'subpages' => [
                [
                    'location' => 'extensions',
                    'index' => 4100,
                    'label' => __trans('Security monitoring'),
                    'uri' => $this->di['url']->adminLink('servicebreakwater'),
                    'class' => '',
                ],
            ],
        ];
    }

    public function register(\Box_App &$app): void
    {
        $app->get('/servicebreakwater', 'compare', [], static::class);
    }

    /** What differs between orders and the monitoring service. */
    public function compare(\Box_App $app): string
    {
        $this->di['is_admin_logged'];
        return $app->render('mod_servicebreakwater_index');
    }
}
