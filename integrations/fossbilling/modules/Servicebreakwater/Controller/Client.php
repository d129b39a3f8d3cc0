<?php

declare(strict_types=1);

namespace Box\Mod\Servicebreakwater\Controller;

use FOSSBilling\InformationException;
use Symfony\Component\HttpFoundation\RedirectResponse;
use Symfony\Component\HttpFoundation\Response;

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

    /** Leads a customer into the portal, or says that it cannot be opened. */
    public function open(\Box_App $app, $id): Response
    {
        // Whoever is not signed in is asked to.
        $this->di['is_client_logged'];
        $secret = ['Cache-Control' => 'no-store', 'Referrer-Policy' => 'no-referrer'];
        try {
            $url = $this->di['api_client']->servicebreakwater_sign_in_url(['order_id' => $id]);
            return new RedirectResponse($url, 302, $secret);
        } catch (InformationException $refused) {
            return new Response($refused->getMessage(), 503, ['Content-Type' => 'text/plain; charset=utf-8'] + $secret);
        }
    }
}
