import { describe, expect, it } from 'vitest';
import { type ResourceState, type ResourceTrigger, resourceLifecycle, resourceState } from './resource-lifecycle.ts';

const absent = 'ENDPOINT_NOT_FOUND';
const lifecycle = resourceLifecycle({ name: 'endpoint', monitored: 'address', absent });

describe('the life cycle of a resource', () => {
  it.each<[ResourceState, ResourceTrigger, string]>([
    ['active', 'suspend', 'paused'],
    ['active', 'resume', 'repeat'],
    ['active', 'terminate', 'terminated'],
    ['active', 'restore', 'repeat'],
    ['paused', 'suspend', 'repeat'],
    ['paused', 'resume', 'active'],
    ['paused', 'terminate', 'terminated'],
    ['paused', 'restore', 'repeat'],
    ['quota_paused', 'suspend', 'paused'],
    ['quota_paused', 'resume', 'active'],
    ['quota_paused', 'terminate', 'terminated'],
    ['quota_paused', 'restore', 'repeat'],
    ['terminated', 'suspend', absent],
    ['terminated', 'resume', absent],
    ['terminated', 'terminate', 'repeat'],
    ['terminated', 'restore', 'active'],
  ])('%s, %s: %s', (state, trigger, expected) => {
    const move = lifecycle[state][trigger];
    expect(move.kind === 'change' ? move.to : move.kind === 'refuse' ? move.code : move.kind).toBe(expected);
  });

  it('every repeat says in a note what already is', () => {
    const states: ResourceState[] = ['active', 'paused', 'quota_paused', 'terminated'];
    const triggers: ResourceTrigger[] = ['suspend', 'resume', 'terminate', 'restore'];
    const moves = states.flatMap((state) => triggers.map((trigger) => lifecycle[state][trigger]));
    const notes = moves.flatMap((move) => (move.kind === 'repeat' ? [move.note] : []));
    expect(notes).toHaveLength(6);
    for (const note of notes) expect(note).toMatch(/already/);
  });

  it('one that the platform paused is told from one that was paused by hand', () => {
    expect(resourceState({ status: 'paused', quota_paused: true })).toBe('quota_paused');
    expect(resourceState({ status: 'paused', quota_paused: false })).toBe('paused');
    expect(resourceState({ status: 'active', quota_paused: false })).toBe('active');
  });
});
