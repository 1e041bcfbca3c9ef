//! Events: they wait in a queue, and their handlers run in its order.

use super::machine::Machine;
use crate::ir::{Handler, Status, control};

impl Machine<'_> {
    /// An event happens: its handlers run when what caused it is complete.
    pub(super) fn raise(&mut self, slots: &[i32], event: u32, args: Vec<i32>) {
        self.emitted.push(event);
        if !self.program.events[event as usize].handlers.is_empty() {
            self.queue.push_back((event, slots[control::ME], args));
        }
    }

    /// Runs queued events first in, first out.
    pub(super) fn drain(&mut self, slots: &mut [i32]) {
        while let Some((event, me, args)) = self.queue.pop_front() {
            if slots[control::STATUS] != Status::Running as i32 {
                self.queue.clear();
                return;
            }
            let before = slots[control::ME];
            slots[control::ME] = me;
            let program = self.program;
            for handler in &program.events[event as usize].handlers {
                self.handle(slots, handler, &args);
            }
            slots[control::ME] = before;
        }
    }

    pub(super) fn handle(&mut self, slots: &mut [i32], handler: &Handler, args: &[i32]) {
        if slots[control::STATUS] != Status::Running as i32 {
            return;
        }
        for (tmp, v) in handler.params.iter().zip(args) {
            self.tmps[*tmp as usize] = *v;
        }
        if handler.when.is_none_or(|w| self.value(slots, w) > 0) {
            self.exec(slots, handler.body);
        }
    }
}
