<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Details</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Estimate</name>
    <message numerus="yes">
        <source>after %n jobs</source>
        <translation>
            <numerusform>after %n job</numerusform>
            <numerusform>after %n jobs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Measured on %n epochs.</source>
        <translation>
            <numerusform>Measured on %n epoch.</numerusform>
            <numerusform>Measured on %n epochs.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>How long %n jobs before it take is not known.</source>
        <translation>
            <numerusform>How long %n job before it takes is not known.</numerusform>
            <numerusform>How long %n jobs before it take is not known.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ComparePage</name>
    <message numerus="yes">
        <source>Only the %n selected experiment(s)</source>
        <translation>
            <numerusform>Only the selected experiment</numerusform>
            <numerusform>Only the %n selected experiments</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n machine(s)</source>
        <translation>
            <numerusform>%n machine</numerusform>
            <numerusform>%n machines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ConfusionView</name>
    <message numerus="yes">
        <source>%n classes without objects are left out</source>
        <translation>
            <numerusform>%n class without objects is left out</numerusform>
            <numerusform>%n classes without objects are left out</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardstick::ui::CostTab</name>
    <message numerus="yes">
        <source>95 %: %1 – %2, from %n measured epochs</source>
        <translation>
            <numerusform>95 %: %1 – %2, from %n measured epoch</numerusform>
            <numerusform>95 %: %1 – %2, from %n measured epochs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardstick::ui::DemoBar</name>
    <message numerus="yes">
        <source>%n drafts of the demo are ready.</source>
        <translation>
            <numerusform>%n draft of the demo is ready.</numerusform>
            <numerusform>%n drafts of the demo are ready.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardstick::ui::EnqueueDialog</name>
    <message numerus="yes">
        <source>Enqueue %n experiments</source>
        <translation>
            <numerusform>Enqueue %n experiment</numerusform>
            <numerusform>Enqueue %n experiments</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ExperimentActions</name>
    <message numerus="yes">
        <source>%n experiments</source>
        <translation>
            <numerusform>%n experiment</numerusform>
            <numerusform>%n experiments</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ExperimentsPage</name>
    <message numerus="yes">
        <source>Stop %n experiments at once? What they have done of the present epoch is lost.</source>
        <translation>
            <numerusform>Stop %n experiment at once? What it has done of the present epoch is lost.</numerusform>
            <numerusform>Stop %n experiments at once? What they have done of the present epoch is lost.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Set %n experiments back to drafts? Their results are hidden; what they cost stays in every total.</source>
        <translation>
            <numerusform>Set %n experiment back to a draft? Its results are hidden; what it cost stays in every total.</numerusform>
            <numerusform>Set %n experiments back to drafts? Their results are hidden; what they cost stays in every total.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n experiments are in the trash.</source>
        <translation>
            <numerusform>%n experiment is in the trash.</numerusform>
            <numerusform>%n experiments are in the trash.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n experiments for good, with their curves, images and costs? This cannot be undone.</source>
        <translation>
            <numerusform>Delete %n experiment for good, with its curves, images and costs? This cannot be undone.</numerusform>
            <numerusform>Delete %n experiments for good, with their curves, images and costs? This cannot be undone.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ExportDialog</name>
    <message numerus="yes">
        <source>As shown (%n machines)</source>
        <translation>
            <numerusform>As shown (%n machine)</numerusform>
            <numerusform>As shown (%n machines)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Selection (%n)</source>
        <translation>
            <numerusform>Selection (%n)</numerusform>
            <numerusform>Selection (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Filter result (%n)</source>
        <translation>
            <numerusform>Filter result (%n)</numerusform>
            <numerusform>Filter result (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rows</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %n more rows</source>
        <translation>
            <numerusform>… and %n more row</numerusform>
            <numerusform>… and %n more rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rows copied</source>
        <translation>
            <numerusform>%n row copied</numerusform>
            <numerusform>%n rows copied</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rows written to %1</source>
        <translation>
            <numerusform>%n row written to %1</numerusform>
            <numerusform>%n rows written to %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ImportBar</name>
    <message numerus="yes">
        <source>Watching %1: %n runs</source>
        <translation>
            <numerusform>Watching %1: %n run</numerusform>
            <numerusform>Watching %1: %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Imported from %1: %n runs</source>
        <translation>
            <numerusform>Imported from %1: %n run</numerusform>
            <numerusform>Imported from %1: %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardstick::ui::LogTab</name>
    <message numerus="yes">
        <source>%n earlier message(s)</source>
        <translation>
            <numerusform>%n earlier message</numerusform>
            <numerusform>%n earlier messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardstick::ui::MachinesModel</name>
    <message numerus="yes">
        <source>Interval unreliable: the epoch time changed fewer than %n epoch(s) ago. Let it run on.</source>
        <translation>
            <numerusform>Interval unreliable: the epoch time changed fewer than %n epoch ago. Let it run on.</numerusform>
            <numerusform>Interval unreliable: the epoch time changed fewer than %n epochs ago. Let it run on.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Interval unreliable: fewer than %n epoch(s) were timed. Let it run on.</source>
        <translation>
            <numerusform>Interval unreliable: fewer than %n epoch was timed. Let it run on.</numerusform>
            <numerusform>Interval unreliable: fewer than %n epochs were timed. Let it run on.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n epoch(s) stood out and are not in the mean: +%1 % of all time</source>
        <translation>
            <numerusform>%n epoch stood out and is not in the mean: +%1 % of all time</numerusform>
            <numerusform>%n epochs stood out and are not in the mean: +%1 % of all time</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardstick::ui::MachinesPage</name>
    <message numerus="yes">
        <source>%n machines of the reference benchmark are there.</source>
        <translation>
            <numerusform>%n machine of the reference benchmark is there.</numerusform>
            <numerusform>%n machines of the reference benchmark are there.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 %, %n runs</source>
        <translation>
            <numerusform>%1 %, %n run</numerusform>
            <numerusform>%1 %, %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardstick::ui::MainWindow</name>
    <message numerus="yes">
        <source>%n jobs are running. They go on without the window; what waits in the queues starts only while something schedules: the tray, yardstick serve, or the next window.</source>
        <translation>
            <numerusform>%n job is running. It goes on without the window; what waits in the queues starts only while something schedules: the tray, yardstick serve, or the next window.</numerusform>
            <numerusform>%n jobs are running. They go on without the window; what waits in the queues starts only while something schedules: the tray, yardstick serve, or the next window.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ParameterModel</name>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n changed</numerusform>
            <numerusform>%n changed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ReportDialog</name>
    <message numerus="yes">
        <source>Selection (%n)</source>
        <translation>
            <numerusform>Selection (%n)</numerusform>
            <numerusform>Selection (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Filter result (%n)</source>
        <translation>
            <numerusform>Filter result (%n)</numerusform>
            <numerusform>Filter result (%n)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardstick::ui::SampleView</name>
    <message numerus="yes">
        <source>%1, epoch %2, %n box(es)</source>
        <translation>
            <numerusform>%1, epoch %2, %n box</numerusform>
            <numerusform>%1, epoch %2, %n boxes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardstick::ui::StatusLine</name>
    <message numerus="yes">
        <source>%1, %n experiments</source>
        <translation>
            <numerusform>%1, %n experiment</numerusform>
            <numerusform>%1, %n experiments</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n alerts</source>
        <translation>
            <numerusform>%n alert</numerusform>
            <numerusform>%n alerts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardstick::ui::StripChartView</name>
    <message numerus="yes">
        <source>%1 from %n epoch(s)</source>
        <translation>
            <numerusform>%1 from %n epoch</numerusform>
            <numerusform>%1 from %n epochs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stall(s)</source>
        <translation>
            <numerusform>%n stall</numerusform>
            <numerusform>%n stalls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n before the epoch time changed</source>
        <translation>
            <numerusform>%n before the epoch time changed</numerusform>
            <numerusform>%n before the epoch time changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n left out</source>
        <translation>
            <numerusform>%n left out</numerusform>
            <numerusform>%n left out</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardstick::ui::TrashBar</name>
    <message numerus="yes">
        <source>Trash: %n experiments.</source>
        <translation>
            <numerusform>Trash: %n experiment.</numerusform>
            <numerusform>Trash: %n experiments.</numerusform>
        </translation>
    </message>
</context>
</TS>
