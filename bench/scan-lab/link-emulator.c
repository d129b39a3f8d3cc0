/*
 * A link with a delay and random loss, each way, between two network namespaces: what netem does, for kernels without it.
 *
 *   link-emulator <namespace a> <namespace b> <delay in ms> <share lost, 0..1>
 *
 * Makes the TAP devices link0 in a and link1 in b and carries frames between them until it is terminated. Address
 * resolution is delayed but never lost: it would measure the kernel's patience, not the scanner's. Each direction has a
 * thread of its own: who writes a frame does the work of the machine that receives it, and the two machines are two.
 *
 * While frames come, a thread looks for them and for what is due at fixed intervals and is never woken: waking it would
 * cost the sender more than sending does, and would be counted as the scanner's work. Delays are as exact as the interval.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

enum { FRAME_BYTES = 2032, QUEUE_FRAMES = 1 << 15, INTERVAL_NS = 200000, IDLE_WAIT_MS = 100 };

struct frame {
	uint64_t due_ns;
	int length;
	unsigned char bytes[FRAME_BYTES];
};

struct direction {
	int from, to;
	uint64_t delay_ns;
	double loss;
	uint64_t random_state;
	unsigned head, tail;
	struct frame *queue;
};

static volatile sig_atomic_t stopped;

static void stop(int signal_number)
{
	(void)signal_number;
	stopped = 1;
}

static uint64_t now_ns(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* xorshift64: losses must be independent, not unpredictable. */
static double random_share(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (double)(*state >> 11) / 9007199254740992.0;
}

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

static int open_tap(const char *namespace_name, const char *device)
{
	char path[256];
	snprintf(path, sizeof path, "/var/run/netns/%s", namespace_name);
	int namespace_descriptor = open(path, O_RDONLY | O_CLOEXEC);
	if (namespace_descriptor < 0 || setns(namespace_descriptor, CLONE_NEWNET) < 0)
		fail(path);
	close(namespace_descriptor);
	int descriptor = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
	struct ifreq request = { .ifr_flags = IFF_TAP | IFF_NO_PI };
	strncpy(request.ifr_name, device, IFNAMSIZ - 1);
	if (descriptor < 0 || ioctl(descriptor, TUNSETIFF, &request) < 0)
		fail("/dev/net/tun");
	return descriptor;
}

static int is_address_resolution(const unsigned char *frame, int length)
{
	return length >= 14 && frame[12] == 0x08 && frame[13] == 0x06;
}

static struct frame *frame_at(struct direction *direction, unsigned position)
{
	return &direction->queue[position % QUEUE_FRAMES];
}

/* What finds the queue full stays where it is: it would be lost otherwise. */
static void take_frames(struct direction *direction)
{
	uint64_t due_ns = now_ns() + direction->delay_ns;
	while (direction->tail - direction->head < QUEUE_FRAMES) {
		struct frame *frame = frame_at(direction, direction->tail);
		frame->length = (int)read(direction->from, frame->bytes, FRAME_BYTES);
		if (frame->length <= 0)
			return;
		frame->due_ns = due_ns;
		if (is_address_resolution(frame->bytes, frame->length) || random_share(&direction->random_state) >= direction->loss)
			direction->tail++;
	}
}

static void deliver_frames(struct direction *direction)
{
	uint64_t now = now_ns();
	for (; direction->head != direction->tail; direction->head++) {
		struct frame *frame = frame_at(direction, direction->head);
		if (frame->due_ns > now)
			return;
		if (write(direction->to, frame->bytes, (size_t)frame->length) < 0 && errno != EIO && errno != EAGAIN)
			fail("write");
	}
}

static void *carry(void *argument)
{
	struct direction *direction = argument;
	const struct timespec interval = { .tv_nsec = INTERVAL_NS };
	prctl(PR_SET_TIMERSLACK, 1);
	while (!stopped) {
		take_frames(direction);
		deliver_frames(direction);
		if (direction->head != direction->tail) {
			nanosleep(&interval, NULL);
			continue;
		}
		struct pollfd readable = { .fd = direction->from, .events = POLLIN };
		poll(&readable, 1, IDLE_WAIT_MS);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	if (argc != 5) {
		fprintf(stderr, "usage: link-emulator <namespace a> <namespace b> <delay ms> <loss>\n");
		return 2;
	}
	uint64_t delay_ns = (uint64_t)(atof(argv[3]) * 1e6);
	double loss = atof(argv[4]);
	int a = open_tap(argv[1], "link0");
	int b = open_tap(argv[2], "link1");
	struct direction directions[] = {
		{ .from = a, .to = b, .delay_ns = delay_ns, .loss = loss, .random_state = 88172645463325252u },
		{ .from = b, .to = a, .delay_ns = delay_ns, .loss = loss, .random_state = 9754186451795953191u },
	};
	signal(SIGTERM, stop);
	signal(SIGINT, stop);
	pthread_t threads[2];
	for (int i = 0; i < 2; i++) {
		directions[i].queue = calloc(QUEUE_FRAMES, sizeof(struct frame));
		if (directions[i].queue == NULL || pthread_create(&threads[i], NULL, carry, &directions[i]) != 0)
			fail("a direction's thread");
	}
	printf("ready\n");
	fflush(stdout);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
