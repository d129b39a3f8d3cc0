import { recordArea, type Scene } from './record-area.ts';

const absent = '00000000-0000-4000-8000-000000000000';
const path = '/api/v1/webhooks';
const url = 'https://hooks.example.com/breakwater';

/** What a worker leaves of two events: one that arrived and one that waits. */
async function addDeliveries({ service, partner }: Scene, webhookId: string): Promise<void> {
  await service.store.database.pool.query(
    `INSERT INTO webhook_deliveries (partner_id, webhook_id, event_id, event_type, status, attempts, failures, created_at, settled_at,
       next_attempt_at, attempted_at, request_url, signature, duration_ms, answer_status, answer_headers, answer_body, answer_is_cut,
       failure_kind, failure)
     VALUES
       ($1, $2, '01990b6e-7a10-7c3e-9f55-2f6b8f0c1a2d', 'alert.opened', 'delivered', 1, 0, $3, $3, NULL, $3, $4, 'v1,c2ln', 12, 200,
         '{"content-type": "text/plain"}', 'ok', false, NULL, NULL),
       ($1, $2, '01990b6e-7a10-7c3e-9f55-2f6b8f0c1a2e', 'alert.resolved', 'pending', 2, 2, $3, NULL, $3, $3, $4, 'v1,c2ln', 34, NULL,
         NULL, NULL, NULL, 'timeout', 'There was no complete answer within 15 seconds.')`,
    [partner.partnerId, webhookId, service.clock.now(), url],
  );
}

recordArea(
  'webhooks',
  { role: 'api', environment: { SCAN_ENGINE: 'off' } },
  {
    'Setting webhooks up': async (scene) => {
      const { api } = scene;
      await api.get(path);
      for (const wrong of [
        {},
        { url: 'http://10.0.0.1/' },
        { url: 'https://a:b@hooks.example.com/' },
        { url, types: ['x'] },
      ])
        await api.post(path, wrong);
      const { body } = await api.post(path, { url, types: ['alert.opened', 'alert.resolved'], description: 'Billing' });
      const { id } = body.data.webhook;
      await api.get(`${path}/${id}`);
      const change = (of: string, body: object) => api.send('PUT', `${path}/${of}`, body);
      await change(id, { description: 'Ticket system', types: [] });
      await change(id, { url: 'https://10.0.0.1/' });
      await change(absent, { url });
      await api.post(`${path}/${id}/rotate-secret`);
      await api.post(`${path}/${id}/rotate-secret`, { overlap_seconds: 0 });
      await api.post(`${path}/${id}/rotate-secret`, { overlap_seconds: -1 });
      await api.post(`${path}/${id}/test`);
      await api.post(`${path}/${id}/test`, { type: 'scan.painted' });
      await change(id, { enabled: false });
      await api.post(`${path}/${id}/test`);
      await api.post(`${path}/${id}/replay`, { since: '2026-03-01T00:00:00Z' });
      await change(id, { enabled: true });
      await api.post(`${path}/${id}/replay`, { since: '2026-03-01T00:00:00Z' });
      await api.post(`${path}/${id}/replay`, { since: 'yesterday' });
      await api.get(path);
      await api.get('/api/v1/webhooks?x=1', { 'x-service-sandbox': 'true' });
      await api.send('DELETE', `${path}/${id}`);
      await api.send('DELETE', `${path}/${id}`);
      await api.get(`${path}/${id}`);
      await scene.audit();
    },
    'What became of events': async (scene) => {
      const { api } = scene;
      const { body } = await api.post(path, { url });
      const { id } = body.data.webhook;
      await addDeliveries(scene, id);
      const deliveries = `${path}/${id}/deliveries`;
      const list = await api.get(deliveries);
      await api.get(`${deliveries}?status=pending`);
      await api.get(`${deliveries}?limit=1`);
      await api.get(`${deliveries}?status=lost`);
      await api.get(`${path}/${absent}/deliveries`);
      for (const delivery of list.body.data.deliveries) await api.get(`${deliveries}/${delivery.id}`);
      await api.get(`${deliveries}/${absent}`);
      for (const delivery of list.body.data.deliveries) await api.post(`${deliveries}/${delivery.id}/retry`);
      await api.post(`${deliveries}/${absent}/retry`);
      await api.send('PUT', `${path}/${id}`, { enabled: false });
      await api.get(deliveries);
      await scene.audit();
    },
  },
);
