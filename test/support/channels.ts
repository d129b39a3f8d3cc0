import { noteAlertChanges } from '../../src/notifications/alert-notifications/alert-inbox.ts';
import { ChannelVault } from '../../src/notifications/channels/channel-record.ts';
import { createDueMessages } from '../../src/notifications/channels/create-messages.ts';
import { channelListener } from '../../src/notifications/channels/note-alerts.ts';
import { claimChannels, takeMessage } from '../../src/notifications/channels/queue.ts';
import { type SendRequest, sendMessage } from '../../src/notifications/channels/send-message.ts';
import { alertKinds } from '../../src/wiring/alert-kinds.ts';
import type { TestService } from './test-service.ts';

const fail = (error: Error) => {
  throw error;
};

/** Does, for a service that has no workers, what they do for channels, whenever a test says so. */
export class ChannelSteps {
  readonly #service: TestService;
  readonly #send: SendRequest;

  constructor(service: TestService, send: SendRequest) {
    this.#service = service;
    this.#send = send;
  }

  get tools() {
    const vault = new ChannelVault(this.#service.store.keys);
    return { kinds: alertKinds, vault, port: 80, send: this.#send, mailAvailable: true };
  }

  /** Notes, makes and sends messages until nothing of it is due any more. */
  async run(): Promise<void> {
    const { resources } = this.#service.service;
    for (let isBusy = true; isBusy; ) {
      await noteAlertChanges(resources, [channelListener], fail);
      await createDueMessages(resources, this.tools, fail);
      const channels = await claimChannels(resources, 50);
      isBusy = channels.length > 0;
      for (const channel of channels) {
        const claimed = await takeMessage(resources, channel);
        if (claimed) await sendMessage(resources, claimed, this.tools);
      }
    }
  }
}
