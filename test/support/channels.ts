import type { EventSequencer } from '../../src/core/events/event-sequencer.ts';
import { ChannelVault } from '../../src/notifications/channels/channel-record.ts';
import { layAside } from '../../src/notifications/channels/channel-sink.ts';
import { cutDueMessages } from '../../src/notifications/channels/cut-messages.ts';
import { noteEvents } from '../../src/notifications/channels/note-events.ts';
import { claimChannels, takeMessage } from '../../src/notifications/channels/queue.ts';
import { type SendRequest, sendMessage } from '../../src/notifications/channels/send-message.ts';
import { alertKinds } from '../../src/wiring/alert-kinds.ts';
import { eventsInPlace, startSequencer } from './events.ts';
import type { TestService } from './test-service.ts';

const fail = (error: Error) => {
  throw error;
};

/** Does, for a service that has no workers, what they do for channels, whenever a test says so. */
export class ChannelSteps implements AsyncDisposable {
  readonly #service: TestService;
  readonly #send: SendRequest;
  readonly #sequencer: EventSequencer;

  constructor(service: TestService, send: SendRequest) {
    this.#service = service;
    this.#send = send;
    this.#sequencer = startSequencer(service, [{ onSequenced: layAside }], fail);
  }

  get tools() {
    const vault = new ChannelVault(this.#service.store.keys);
    return { kinds: alertKinds, vault, port: 80, send: this.#send, mailAvailable: true };
  }

  /** Lays aside, notes, cuts and sends until nothing of it is due any more. */
  async run(): Promise<void> {
    const { resources } = this.#service.service;
    await eventsInPlace(this.#service);
    for (let isBusy = true; isBusy; ) {
      await noteEvents(resources, fail);
      await cutDueMessages(resources, this.tools, fail);
      const channels = await claimChannels(resources, 50);
      isBusy = channels.length > 0;
      for (const channel of channels) {
        const claimed = await takeMessage(resources, channel);
        if (claimed) await sendMessage(resources, claimed, this.tools);
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sequencer.stop();
  }
}
