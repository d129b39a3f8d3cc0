<?php

declare(strict_types=1);

namespace Box\Mod\Servicebreakwater\Controller;

use Symfony\Component\HttpFoundation\RedirectResponse;

class Client implements \FOSSBilling\InjectionAwareInterface
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

    public function register(\Box_App &$app): void
    {
        $app->get('/servicebreakwater/open/:id', 'open', ['id' => '[0-9]+'], static::class);
    }

    /** Leads a customer into the portal. The API of clients refuses whoever is not signed in. */
    public function open(\Box_App $app, $id): RedirectResponse
    {
        $url = $this->di['api_client']->servicebreakwater_sign_in_url(['order_id' => $id]);
        return new RedirectResponse($url, 302, ['Cache-Control' => 'no-store', 'Referrer-Policy' => 'no-referrer']);
    }
}
